export { type ImportedResource, importResources } from "./import-resources.ts";
export { findReplyFiles } from "./read-resources.ts";
