/** The door to the `yaml` package. The command line loads what is behind it when a text needs it, which few do. */
export { yamlComments } from "./comments.js";
export { readGeneral } from "./general.js";
