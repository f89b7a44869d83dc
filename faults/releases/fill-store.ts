import { randomUUID } from "node:crypto";
import { createTransport } from "nodemailer";
import { demoAdmin, demoAgent } from "../../server/src/testing/load-desk.ts";
import { type Browser, openBrowser } from "../../server/src/testing/open-browser.ts";
import { until } from "../../server/src/testing/take-mail.ts";

const supportAddress = "help+weavery2@deskhand.localhost";
const mails = 8;

/** The people who look at the store before and after. */
export type People = Record<"admin" | "agent", Browser>;

/** Signs in at the demo store, as its program permits. */
export async function signInAll(url: string): Promise<People> {
  const people = { admin: openBrowser(url, url), agent: openBrowser(url, url) };
  for (const [role, json] of Object.entries({ admin: demoAdmin, agent: demoAgent }))
    await send(people[role as keyof People], "/api/auth/sign-in/email", "POST", json);
  return people;
}

/** Does what people do in the demo store, with plain requests and mails, as an earlier program has another contract. */
export async function fillStore({ admin, agent }: People, smtpPort: number): Promise<void> {
  const transport = createTransport({ host: "127.0.0.1", port: smtpPort, ignoreTLS: true });
  for (let count = 0; count < mails; count += 1) {
    await transport.sendMail({
      from: `Release Customer ${count} <customer${count}@release.example>`,
      to: supportAddress,
      subject: `Release mail ${count}: Größe und Ärger ✓`,
      text: `Where is my parcel? ${randomUUID()}\n\nOrder #10${count}`,
      ...(count % 2 ? { html: `<p>Where is my <b>parcel</b>? ${randomUUID()}</p>` } : {}),
      attachments: [{ filename: `receipt ${count}.txt`, content: `Receipt ${randomUUID()}\n`.repeat(500) }],
    });
  }
  transport.close();
  const ids = await until(async () => {
    const { items } = await send(agent, "/api/tickets?view=active&limit=100", "GET");
    const found = (items as { id: string; subject: string }[]).filter(({ subject }) => /^Release mail/.test(subject));
    return found.length === mails && found.map(({ id }) => id);
  });
  for (const [at, id] of ids.entries()) {
    await send(agent, `/api/tickets/${id}`, "PATCH", { priority: "urgent", addTags: ["release", `tag ${at}`] });
    await send(agent, `/api/tickets/${id}/notes`, "POST", { content: `Note ${at}`, idempotencyKey: randomUUID() });
    const file = await send(agent, `/api/tickets/${id}/uploads?filename=answer.txt`, "POST", `Answer ${at}`);
    await send(agent, `/api/tickets/${id}/replies`, "POST", {
      content: `It comes on day ${at}.`,
      idempotencyKey: randomUUID(),
      lastSeenMessageId: null,
      sendAnyway: true,
      attachmentIds: at % 3 === 0 ? [file.id] : [],
    });
    if (at % 4 === 1) await send(agent, `/api/tickets/${id}/status`, "POST", { status: "closed" });
  }
  const key = { idempotencyKey: randomUUID() };
  const response = { title: "Parcel", content: "Dear {{customer_name}}", category: "Parcels", tags: ["p"] };
  await send(admin, "/api/canned-responses", "POST", { ...response, ...key });
  await send(agent, "/api/views", "POST", { name: "Urgent", filter: { priority: ["urgent"] }, ...key });
  await send(agent, "/api/tickets", "POST", {
    subject: "Opened by hand",
    message: "Hello",
    customer: { email: "new@release.example", name: "New" },
    ...key,
  });
}

async function send(browser: Browser, path: string, method: string, body?: unknown): Promise<Record<string, unknown>> {
  const isText = typeof body === "string";
  const response = await browser.send(path, {
    method,
    ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    headers: isText ? {} : { "content-type": "application/json" },
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  const text = await response.text();
  return text === "" ? {} : JSON.parse(text);
}
