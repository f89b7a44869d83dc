import { expect, test } from "vitest";
import { newFile, openTicket } from "../../../testing/open-ticket.tsx";

test("leaving the page asks while a file exists in it only", async () => {
  const { composer, pick, file, sendings, server } = await openTicket();
  server.files.hold();
  const asksToStay = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));
  await composer.fill("Drafts are kept: no question.");
  expect(asksToStay()).toBe(false);
  pick(newFile("only-here.txt"));
  await expect.element(file("only-here.txt")).toBeVisible();
  await expect.poll(asksToStay).toBe(true);
  sendings[0]?.arrive();
  await expect.element(file("only-here.txt")).toMatchTextContent(/4 Bytes/);
  await expect.poll(asksToStay).toBe(false);
});
