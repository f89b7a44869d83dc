export { findReplyFiles } from "./find-reply-files.ts";
export { type ImportedResource, importResources } from "./import-resources.ts";
