export const diskFaults = [
	"no-folder",
	"not-allowed",
	"disk-full",
	"not-a-file",
	"name-too-long",
	"in-use",
	"failed",
] as const;
export type DiskFault = (typeof diskFaults)[number];

export const fileStatuses = [
	/** The key has no file. */
	"none",
	/** The path is not the absolute path of a `.txt` file. */
	"bad-path",
	/** The path contains a name that Windows does not allow, for example a device. */
	"bad-name",
	/** Another key writes the file. */
	"taken",
	/** A hidden key writes the file. The key may have been deleted. */
	"taken-unseen",
	/** There is no text to write yet. */
	"waiting",
	"written",
	/** The file exists, and the plugin did not create it. */
	"not-ours",
	/** The file is on another computer, and the user has not confirmed that yet. */
	"remote",
	...diskFaults,
] as const;
export type FileStatus = (typeof fileStatuses)[number];
