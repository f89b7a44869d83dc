import { QueryClientProvider } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../lib/query-client.ts";
import { fakeServer } from "../../testing/fake-server.ts";
import "../../ui/theme.css";
import { PolishButton } from "./polish-button.tsx";

const composer = page.getByLabelText("Reply");
const press = page.getByRole("button", { name: "Polish", exact: true });
const running = page.getByRole("button", { name: "Polishing..." });
const language = page.getByRole("combobox", { name: "Language of the reply" });
const review = page.getByRole("dialog", { name: "Polished reply" });

/** A composer with only its text and the button. */
function Composer({ ticket }: { ticket: ReturnType<typeof fakeServer>["ticket"] }) {
  const [text, setText] = useState("");
  const [above, setAbove] = useState<HTMLElement | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const rest = {
    select: () => undefined,
    resources: [],
    recipients: { to: [], cc: [], bcc: [], answersId: null },
    attachResource: () => undefined,
    macro: null,
    takeMacro: () => undefined,
    isSending: false,
  };
  return (
    <>
      <div ref={setAbove} />
      <textarea ref={field} aria-label="Reply" value={text} onChange={(event) => setText(event.target.value)} />
      <PolishButton {...{ ticket, text, above, replaceText: setText, focus: () => field.current?.focus(), ...rest }} />
    </>
  );
}

async function open() {
  const server = fakeServer();
  server.alsoCan.push("polish:use");
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <Composer ticket={server.ticket} />
    </QueryClientProvider>,
  );
  return server;
}

test("the checkers load once somebody writes, not before", async () => {
  const { polish } = await open();
  await expect.element(press).toBeDisabled();
  expect(polish.warmed).toBe(0);
  await composer.fill("Hello");
  await expect.poll(() => polish.warmed).toBe(1);
  await composer.fill("Hello there");
  await expect.element(press).toBeEnabled();
  expect(polish.warmed).toBe(1);
});

test("a slow request says so; cancelled, it leaves the text, which can be polished again", async () => {
  const { polish } = await open();
  const gate = Promise.withResolvers<void>();
  polish.before = () => gate.promise;
  await composer.fill("we has it");
  await press.click();
  await expect.element(running).toBeDisabled();
  await expect.element(page.getByRole("progressbar", { name: "Polishing" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(composer).toHaveValue("we has it");
  await expect.element(composer).toHaveFocus();
  await expect.element(page.getByRole("progressbar")).not.toBeInTheDocument();
  gate.resolve();
  polish.before = async () => undefined;
  polish.result = { polishedMessage: "We have it", corrections: 2 };
  await press.click();
  await expect.element(review).toBeVisible();
  await expect.element(review).toMatchTextContent(/2 corrections/);
});

test("text typed right after Polish goes into the field", async () => {
  const { polish } = await open();
  polish.before = () => new Promise(() => undefined);
  await composer.fill("we has it");
  await expect.element(press).toBeEnabled();
  const button = press.element();
  button.focus();
  button.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  expect(document.activeElement).toBe(composer.element());
  await expect.element(running).toBeDisabled();
  await expect.element(composer).toHaveFocus();
});

test("the language is shown, and another can be chosen", async () => {
  const { polish } = await open();
  polish.result = { polishedMessage: "Die Bestellung", corrections: 1, language: "de" };
  await composer.fill("Die Bestelung");
  await press.click();
  await expect.element(review).toBeVisible();
  await expect.element(language).toHaveValue("de");
  await expect.element(language).toMatchTextContent(/Language: German/);
  polish.result = { language: "nl" };
  await language.selectOptions("nl");
  await expect.element(page.getByText("Nothing to correct.")).toBeVisible();
  await expect.element(language).toHaveValue("nl");
  expect(polish.asked.map((asked) => asked.language)).toEqual([undefined, "nl"]);
});

test("an unrecognized language is asked for", async () => {
  const { polish } = await open();
  polish.result = { language: null };
  await composer.fill("Bestelung");
  await press.click();
  await expect.element(page.getByText(/Its language was not recognized/)).toBeVisible();
  polish.result = { polishedMessage: "Bestellung", corrections: 1, language: "de" };
  await language.selectOptions("de");
  await expect.element(review).toBeVisible();
  await page.getByRole("button", { name: "Use polished text" }).click();
  await expect.element(composer).toHaveValue("Bestellung");
});

test("uncertain corrections are offered beside the change and applied only on a click", async () => {
  const { polish } = await open();
  polish.result = {
    polishedMessage: "We have leased it, there late.",
    corrections: 1,
    suggestions: [
      { at: 8, instead: "leased", choices: ["liaised", "released"], why: "Unknown word" },
      { at: 19, instead: "there", choices: ["they're"], why: "Sounds alike" },
      { at: 25, instead: "late", choices: ["lately"], why: "Sounds alike" },
    ],
  };
  await composer.fill("We has leased it, there late.");
  await press.click();
  const perhaps = review.getByRole("region", { name: "Perhaps" });
  await perhaps.getByRole("button", { name: "leased → released" }).click();
  await perhaps.getByRole("button", { name: "Leave late as it is" }).click();
  await perhaps.getByRole("button", { name: "there → they're" }).click();
  await expect.element(perhaps).not.toBeInTheDocument();
  await expect.element(review).toMatchTextContent(/3 corrections/);
  await review.getByRole("button", { name: "Use polished text" }).click();
  await expect.element(composer).toHaveValue("We have released it, they're late.");
});
