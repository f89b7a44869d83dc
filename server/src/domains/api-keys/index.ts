export { recogniseKeys } from "./recognise-keys.ts";
