import { expect, test } from "vitest";
import { readSettings } from "../../server/src/env.ts";
import { productionSettings } from "./start-server.ts";

test("a server starts with the measured server's settings", () => {
  const settings = productionSettings("/data", { httpPort: 3000, smtpPort: 2525 }, 2526);
  expect(readSettings(settings)).toMatchObject({ isProduction: true, port: 3000 });
});
