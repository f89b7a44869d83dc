import { expect, test } from "vitest";
import { announcement } from "./announce.ts";
import { testSettings } from "./testing/test-settings.ts";

const reached = async (
  hosts: { host: string; smtpHost: string },
  ports: { httpPort: number | null; smtpPort: number | null },
) =>
  announcement({ ...(await testSettings()), ...hosts }, ports, { seconds: 1, signIns: [] })
    .split("\n")
    .filter((line) => /from /.test(line))
    .map((line) => line.trim().replace(/ {2,}/, ": "));

const both = { httpPort: 3000, smtpPort: 2525 };
const local = "this machine only (127.0.0.1;";

test("the announcement says once who can reach the website and SMTP, if that is the same", async () => {
  const here = { host: "127.0.0.1", smtpHost: "127.0.0.1" };
  expect(await reached(here, both)).toEqual([`Reached from: ${local} HOST=0.0.0.0 opens it to others)`]);
  const behindProxy = { host: "127.0.0.1", smtpHost: "0.0.0.0" };
  expect(await reached(behindProxy, both)).toEqual([
    `Reached from: ${local} HOST=0.0.0.0 opens it to others)`,
    "Mail from: every network of this machine (SMTP_HOST=0.0.0.0)",
  ]);
  expect(await reached(here, { ...both, httpPort: null })).toEqual([
    `Reached from: ${local} SMTP_HOST=0.0.0.0 opens it to others)`,
  ]);
});
