import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { ParsedMail } from "mailparser";
import type { Locator, Page } from "playwright";
import type { Stage } from "./stage.ts";

/** A customer's mail program, which knows nothing of Deskhand: it sends and receives over SMTP. */
export interface MailProgram {
  page: Page;
  text: Locator;
  sendButton: Locator;
  /** Opens an empty mail to this address. */
  compose(to: string, subject: string): Promise<void>;
  /** Sends the open mail, as mail programs do a moment after the click. */
  handOver(): Promise<void>;
  /** Waits for the answer and shows it below the mail it answers. Throws if it is not in that thread. */
  showAnswer(): Promise<void>;
  /** Opens an answer to the newest mail. */
  reply(): Promise<void>;
}

interface Owner {
  name: string;
  email: string;
}

const address = "https://mail.example/";
const html = readFileSync(join(import.meta.dirname, "mail-program.html"), "utf8");
const letters = createRequire(import.meta.url).resolve(
  "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
);

/** Opens a customer's mail program. */
export async function openMailProgram({ newPage, send, mailFor }: Stage, owner: Owner): Promise<MailProgram> {
  const page = await newPage();
  await page.route(`${address}**`, (route) =>
    route.request().url().endsWith(".woff2")
      ? route.fulfill({ path: letters, contentType: "font/woff2" })
      : route.fulfill({ body: html, contentType: "text/html" }),
  );
  await page.goto(address);
  await page.evaluate(showOwner, `${owner.name} · ${owner.email}`);
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const text = field("Text");
  const thread: string[] = [];
  let answer: ParsedMail | undefined;

  async function handOver(): Promise<void> {
    const words = await text.inputValue();
    const to = answer ? ((answer.replyTo ?? answer.from)?.text ?? "") : await field("To").inputValue();
    const subject = answer ? `Re: ${(answer.subject ?? "").replace(/^Re: /, "")}` : await field("Subject").inputValue();
    const messageId = `<${randomUUID()}@${owner.email.split("@")[1]}>`;
    const place = answer?.messageId ? { inReplyTo: answer.messageId, references: [...thread] } : {};
    await send({ from: { name: owner.name, address: owner.email }, to, subject, messageId, text: words, ...place });
    thread.push(messageId);
    await page.evaluate(showMail, { who: owner.name, when: timeNow(), subject, text: words, html: "" });
  }
  async function showAnswer(): Promise<void> {
    const { parsed } = await mailFor(owner.email);
    if (!parsed.inReplyTo || !thread.includes(parsed.inReplyTo))
      throw new Error(`The answer belongs to no mail of this thread: ${parsed.inReplyTo}`);
    thread.push(parsed.messageId ?? "");
    answer = parsed;
    const { subject = "", text = "", html } = parsed;
    const sender = parsed.from?.value[0]?.name ?? "";
    await page.evaluate(showMail, { who: sender, when: timeNow(), subject, text, html: html || "" });
  }
  return {
    page,
    text,
    sendButton: page.getByRole("button", { name: "Send" }),
    handOver,
    showAnswer,
    compose: (to, subject) => page.evaluate(showForm, { to, subject, isReply: false }),
    reply: () => page.evaluate(showForm, { to: "", subject: "", isReply: true }),
  };
}

function timeNow(): string {
  return new Date().toLocaleTimeString("en-US", { timeZone: "UTC", hour: "numeric", minute: "2-digit" });
}

function showOwner(words: string): void {
  const owner = document.getElementById("owner");
  if (owner) owner.textContent = words;
}

/** Runs in the page: shows a form for a mail, below the thread if it is an answer. */
function showForm({ to, subject, isReply }: { to: string; subject: string; isReply: boolean }): void {
  const form = document.createElement("form");
  form.className = "sheet";
  const lines = isReply ? [] : Object.entries({ To: to, Subject: subject });
  for (const [name, value] of lines) {
    const label = form.appendChild(document.createElement("label"));
    label.textContent = name;
    label.appendChild(document.createElement("input")).value = value;
  }
  const text = form.appendChild(document.createElement("textarea"));
  text.ariaLabel = "Text";
  text.spellcheck = false;
  if (isReply) text.className = "short";
  const foot = form.appendChild(document.createElement("footer"));
  const send = foot.appendChild(document.createElement("button"));
  send.textContent = "Send";
  const state = foot.appendChild(document.createElement("span"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send.disabled = true;
    state.textContent = "Sending…";
  });
  document.getElementById("main")?.append(form);
  form.scrollIntoView({ block: "end" });
}

type ShownMail = { who: string; when: string; subject: string; text: string; html: string };

/** Runs in the page: shows a mail at the end of the thread, in place of its form. */
async function showMail({ who, when, subject, text, html }: ShownMail): Promise<void> {
  const main = document.getElementById("main");
  main?.querySelector("form")?.remove();
  if (!main?.querySelector("h1")) main?.appendChild(document.createElement("h1")).append(subject);
  const mail = document.createElement("article");
  mail.className = "sheet";
  const head = mail.appendChild(document.createElement("div"));
  head.appendChild(document.createElement("b")).textContent = who;
  head.appendChild(document.createElement("time")).textContent = when;
  main?.append(mail);
  if (html === "") {
    mail.appendChild(document.createElement("p")).textContent = text;
  } else {
    const frame = document.createElement("iframe");
    frame.sandbox.add("allow-same-origin");
    frame.srcdoc = html;
    const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
    mail.append(frame);
    await loaded;
    frame.style.height = `${frame.contentDocument?.documentElement.scrollHeight ?? 400}px`;
  }
}
