import { test } from "vitest";
import { openDesk } from "../desk.ts";
import { expect } from "../expect.ts";
import { findLighthouseFaults } from "../find-lighthouse-faults.ts";

const desk = await openDesk();

test("Lighthouse finds the public pages and the sign-in accessible, well made and easy to find", async () => {
  const mobile = ["/", "/privacy.html", "/terms.html", "/login"].map(
    (path) => ({ url: desk.url + path, form: "mobile" }) as const,
  );
  expect(await findLighthouseFaults([...mobile, { url: `${desk.url}/`, form: "desktop" }], 95)).toEqual([]);
});
