import { writeFileSync } from "node:fs";
import { errorsPage } from "./errors-page.ts";

// Usage: node scripts/generate-errors.ts. Writes docs/errors.md from the catalogue; a test compares the two.
writeFileSync(new URL("../docs/errors.md", import.meta.url), errorsPage());
