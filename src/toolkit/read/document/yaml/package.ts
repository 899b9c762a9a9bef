/** The only file that imports the `yaml` package. The command line loads it when a text needs it, which few texts do. */
export { yamlComments } from "./comments.js";
export { readGeneral } from "./general.js";
