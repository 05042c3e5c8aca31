import commonjs from "@rollup/plugin-commonjs";
import json from "@rollup/plugin-json";
import nodeResolve from "@rollup/plugin-node-resolve";
import terser from "@rollup/plugin-terser";
import typescript from "@rollup/plugin-typescript";

const pluginFolder = "com.example.streamevents.sdPlugin";
const isRelease = process.env.RELEASE === "1";

/** @type {import("rollup").RollupOptions} */
const plugin = {
	input: "src/plugin.ts",
	output: {
		file: `${pluginFolder}/bin/plugin.js`,
		format: "es",
		sourcemap: !isRelease,
		inlineDynamicImports: true,
	},
	plugins: [
		typescript({ noEmitOnError: true, include: ["src/**/*.ts"], noEmit: false, sourceMap: !isRelease }),
		nodeResolve({ browser: false, exportConditions: ["node"], preferBuiltins: true }),
		commonjs(),
		json(),
		isRelease && terser(),
		{
			name: "module-marker",
			generateBundle() {
				this.emitFile({ type: "asset", fileName: "package.json", source: '{"type":"module"}\n' });
			},
		},
	],
};

export default [plugin];
