import type { MailLogDetail } from "@deskhand/contract/mail";
import { permissionsOf } from "@deskhand/contract/permissions";
import type { MailAction, MailLogState } from "@deskhand/contract/vocabulary";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider, useSearch } from "@tanstack/react-router";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { api } from "../../lib/api.ts";
import { createQueryClient } from "../../lib/query-client.ts";
import { agent, fakeServer, refusal } from "../../testing/fake-server.ts";
import "../../ui/theme.css";
import { MailLogScreen, type ShownFilter } from "./mail-log-screen.tsx";
import { actionWords, stateWords } from "./mail-words.ts";

const at = "2026-03-02T10:00:00.000Z";
const stopped: MailLogDetail = {
  id: "22222222-2222-4222-8222-222222222222",
  direction: "in",
  state: "loop_stopped",
  at,
  attempts: 1,
  reason: "It passed 120 mail servers.",
  from: "ann@xn--mnchen-3ya.example",
  to: "help@shop.example",
  size: 2_048,
  subject: "Where is it?",
  kind: null,
  senderCheck: "none",
  ticket: null,
  duplicateOf: null,
  nextTryAt: null,
  heldUntil: null,
  isInOutbox: false,
  waits: null,
  envelopeFrom: "ann@customer.example",
  envelopeTo: "help@shop.example",
  messageId: "one@customer.example",
  senderCheckReason: null,
  via: "smtp",
  remoteHost: "192.0.2.1",
  helo: "mx.customer.example",
  finishedAt: at,
  isReleased: false,
  rawRemoved: null,
  heldBy: null,
  actions: ["process-again", "make-ticket"],
};
const acceptedMail: MailLogDetail = {
  ...stopped,
  id: "33333333-3333-4333-8333-333333333333",
  state: "ticket_created",
  subject: "Lost parcel",
  actions: [],
  reason: "It starts a new conversation.",
  ticket: { id: "44444444-4444-4444-8444-444444444444", ticketNumber: 7 },
};
const sentMail: MailLogDetail = {
  ...stopped,
  id: "55555555-5555-4555-8555-555555555555",
  direction: "out",
  state: "failed",
  kind: "reply",
  reason: "No such mailbox",
  from: null,
  subject: "Re: Parcel",
  size: null,
  via: null,
  envelopeTo: null,
  senderCheck: null,
  remoteHost: null,
  helo: null,
  envelopeFrom: null,
  actions: ["try-again"],
};

type Search = ShownFilter & { mail?: string | undefined };
interface OpenOptions {
  mails?: MailLogDetail[];
  search?: Search;
  raw?: string;
}

/** Opens the screen at a URL, before a server with these mails and scripted answers to actions. */
async function openScreen({ mails = [stopped, acceptedMail, sentMail], search = {}, raw = "" }: OpenOptions = {}) {
  const desk = { mails, lists: [] as string[], acts: [] as string[], answer: async (): Promise<unknown> => stopped };
  fakeServer().onTheWay = async (request) => {
    const { pathname, search: query } = new URL(request.url);
    if (pathname === "/api/me")
      return Response.json({ user: { ...agent, role: "admin" }, client: {}, can: permissionsOf.admin });
    if (pathname === "/api/mail/held") return Response.json({ at, mails: 0, isMore: false, groups: [], endsAt: null });
    if (pathname === "/api/mail/refused") return Response.json({ items: [] });
    if (!pathname.startsWith("/api/mail/log")) return undefined;
    if (request.method === "POST") {
      desk.acts.push(pathname.slice("/api/mail/log/".length));
      return answerOf(await desk.answer());
    }
    const [, id, part] = /^\/api\/mail\/log\/([^/]+)(\/text)?$/.exec(pathname) ?? [];
    if (part)
      return Response.json({ text: raw, isCut: true, isMadeAgain: false, isLinkWithheld: true, isTextWithheld: false });
    if (id) return answerOf(desk.mails.find((mail) => mail.id === id) ?? refusal("mail_log_entry_not_found"));
    desk.lists.push(query);
    return Response.json({ items: desk.mails, nextCursor: null });
  };
  const cache = createQueryClient(() => undefined);
  const opened: string[] = [];
  const root = createRootRoute({
    validateSearch: (given: Search) => given,
    component: function Screen() {
      const { mail, ...filter }: Search = useSearch({ strict: false });
      const navigate = root.useNavigate();
      return (
        <MailLogScreen
          filter={filter}
          onFilter={(changed) => void navigate({ to: ".", search: changed })}
          openId={mail ?? null}
          onOpen={(id) => void navigate({ to: ".", search: { ...filter, mail: id ?? undefined } })}
          onOpenTicket={(id) => opened.push(id)}
        />
      );
    },
  });
  const history = createMemoryHistory({ initialEntries: [`/?${new URLSearchParams(Object.entries(search))}`] });
  const router = createRouter({ routeTree: root, history });
  await render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole("heading", { name: "Mail Log" })).toBeVisible();
  return {
    desk,
    opened,
    router,
    /** Refetches the log, as a live event does. */
    refresh: () => cache.invalidateQueries({ queryKey: api.mail.key() }),
  };
}

function answerOf(answer: unknown): Response {
  return answer instanceof Error && "status" in answer
    ? Response.json(answer, { status: Number(answer.status) })
    : Response.json(answer);
}

const row = (name: string) => page.getByRole("row").filter({ hasText: name });
const dialog = () => page.getByRole("dialog");
const button = (name: string) => dialog().getByRole("button", { name, exact: true });

test("lists incoming and outgoing mails with state, reason, people and ticket", async () => {
  await openScreen();
  for (const words of ["Came in", "Where is it?", "From ann@münchen.example", "Stopped", "It passed 120 mail servers."])
    await expect.element(row("Where is it?")).toMatchTextContent(words);
  for (const words of ["Ticket created", "0007"]) await expect.element(row("Lost parcel")).toMatchTextContent(words);
  for (const words of ["Goes out", "From Your store", "Failed", "No such mailbox"])
    await expect.element(row("Re: Parcel")).toMatchTextContent(words);
});

test("filters are kept in the URL, sent to the server, and can be cleared", async () => {
  const { desk, router } = await openScreen({ search: { q: "parcel", direction: "in" } });
  await expect.element(page.getByRole("searchbox", { name: "Search mails" })).toHaveValue("parcel");
  expect(Object.fromEntries(new URLSearchParams(desk.lists.at(-1)))).toMatchObject({
    search: "parcel",
    direction: "in",
  });
  await page.getByRole("combobox", { name: "State" }).selectOptions("quarantined");
  await page.getByLabelText("From", { exact: true }).fill("2026-03-01");
  await page.getByRole("searchbox").fill("invoice");
  await expect
    .poll(() => router.state.location.search)
    .toEqual({ q: "invoice", direction: "in", state: "quarantined", from: "2026-03-01" });
  await expect.poll(() => desk.lists.at(-1)).toMatch(/search=invoice/);
  expect(desk.lists.at(-1)).toMatch(/state=quarantined/);
  expect(desk.lists.at(-1)).toMatch(/from=2026-0[23]-/);
  desk.mails = [];
  await page.getByRole("combobox", { name: "Direction" }).selectOptions("out");
  await expect.element(page.getByText("No mail fits these filters.")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect.element(page.getByText("No mails yet")).toBeVisible();
  expect(router.state.location.search).toEqual({});
  await expect.element(page.getByRole("button", { name: "Clear filters" })).toBeDisabled();
});

const cases: [MailLogState, MailAction[]][] = [
  ["received", []],
  ["ticket_created", []],
  ["duplicate", ["process-again"]],
  ["auto_reply", ["process-again", "make-ticket"]],
  ["bounce", ["process-again", "make-ticket"]],
  ["loop_stopped", ["process-again", "make-ticket"]],
  ["quarantined", ["process-again", "release"]],
  ["failed", ["process-again"]],
  ["forwarding_test", []],
  ["blocked", ["process-again", "make-ticket"]],
];
test.each(cases)("a mail that is %s says so, explains it, and offers %j", async (state, actions) => {
  await openScreen({ mails: [{ ...stopped, state, actions, reason: null }], search: { mail: stopped.id } });
  await expect.element(dialog()).toMatchTextContent(stateWords[state].label);
  await expect.element(dialog()).toMatchTextContent(stateWords[state].meaning);
  for (const action of actions) {
    await expect.element(button(actionWords[action].label)).toBeEnabled();
    await expect.element(dialog()).toMatchTextContent(actionWords[action].note);
  }
  const offered = Object.values(actionWords).filter(({ label }) => button(label).query() !== null);
  expect(offered).toHaveLength(actions.length);
});

test("a mail's title opens its whole story, which leads to its ticket", async () => {
  const { opened, router } = await openScreen();
  await page.getByRole("button", { name: "Lost parcel" }).click();
  expect(router.state.location.search).toEqual({ mail: acceptedMail.id });
  for (const words of [
    "It starts a new conversation.",
    "ann@münchen.example",
    "one@customer.example",
    "mx.customer.example [192.0.2.1]",
    "2 KB",
  ])
    await expect.element(dialog()).toMatchTextContent(words);
  await button("Open Ticket: 0007").click();
  expect(opened).toEqual([acceptedMail.ticket?.id]);
  await button("Close").click();
  await expect.poll(() => router.state.location.search).toEqual({});
});

test("a mail without its raw bytes says why and cannot be shown, downloaded or processed again", async () => {
  const removed = "Raw mail removed after 90 days";
  await openScreen({ mails: [{ ...stopped, actions: [], rawRemoved: removed }], search: { mail: stopped.id } });
  await expect.element(dialog()).toMatchTextContent(`${removed}. So it cannot be processed again.`);
  await dialog().getByRole("tab", { name: "Raw mail" }).click();
  await expect.element(dialog()).toMatchTextContent(`${removed}.`);
  expect(dialog().getByRole("link", { name: "Download" }).query()).toBeNull();
});

test("strangers' text runs no code, hides nothing, and reverses no direction", async () => {
  const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>\u202egnp.exe\0\u200b';
  const long = "x".repeat(10_000);
  const before = document.title;
  await openScreen({
    mails: [{ ...stopped, subject: `${hostile}${long}`, reason: hostile, from: `${hostile}@a.example` }],
    search: { mail: stopped.id },
    raw: `Subject: ${hostile}\r\n\r\n${long}`,
  });
  await expect.element(dialog()).toMatchTextContent("⟨U+202E⟩gnp.exe␀⟨U+200B⟩");
  await dialog().getByRole("tab", { name: "Raw mail" }).click();
  await expect.element(dialog()).toMatchTextContent("It is withheld here and in the download.");
  await expect.element(dialog()).toMatchTextContent("Download it to see all of it.");
  const pane = dialog().element().querySelector("pre");
  expect(pane?.textContent).toContain("<script>document.title=2</script>⟨U+202E⟩gnp.exe␀⟨U+200B⟩\n\nxxx");
  expect(pane?.children).toHaveLength(0);
  expect(pane?.scrollWidth).toBeLessThanOrEqual(pane?.clientWidth ?? 0);
  expect(document.querySelectorAll("script, img[src=x]")).toHaveLength(
    document.querySelectorAll("head script, body > script").length,
  );
  expect(document.title).toBe(before);
  expect(dialog().getByRole("link", { name: "Download" }).element().getAttribute("href")).toBe(
    `/api/mail/log/${stopped.id}/raw`,
  );
});

test("a double click acts once and confirms it", async () => {
  const { desk } = await openScreen({ search: { mail: stopped.id } });
  const gate = Promise.withResolvers<void>();
  desk.answer = async () => {
    await gate.promise;
    desk.mails = [{ ...stopped, state: "received", reason: null, actions: [] }];
    return desk.mails[0];
  };
  await button("Make a ticket").dblClick();
  gate.resolve();
  await expect.element(dialog().getByRole("status")).toMatchTextContent("A ticket is being made of the mail");
  await expect.element(dialog()).toMatchTextContent("Waiting");
  expect(desk.acts).toEqual([`${stopped.id}/make-ticket`]);
  expect(button("Make a ticket").query()).toBeNull();
});

test.each([
  ["mail_in_progress", "This mail is being processed right now"],
  ["mail_not_waiting", "This mail was already turned into a ticket or a reply"],
  ["mail_holds_link", "This mail holds a link of ours"],
] as const)("who comes second is told (%s), and sees what it is now", async (code, words) => {
  const { desk } = await openScreen({ search: { mail: stopped.id } });
  desk.answer = async () => {
    desk.mails = [{ ...acceptedMail, id: stopped.id }];
    return refusal(code);
  };
  await button("Make a ticket").click();
  await expect.element(dialog().getByRole("alert")).toMatchTextContent(words);
  await expect.element(dialog()).toMatchTextContent("Ticket created");
  expect(button("Make a ticket").query()).toBeNull();
});

test("an update keeps the open mail, its tab and its scroll position", async () => {
  const { desk, refresh } = await openScreen({ search: { mail: stopped.id }, raw: "A line\r\n".repeat(400) });
  await dialog().getByRole("tab", { name: "Raw mail" }).click();
  await expect.poll(() => dialog().element().querySelector("pre")?.textContent).toContain("A line");
  const panel = dialog().getByRole("tabpanel").element();
  const scrolled = [...dialog().element().querySelectorAll("*")].filter((one) => {
    one.scrollTop = 1_000;
    return one.scrollTop > 0;
  });
  expect(scrolled).toHaveLength(1);
  desk.mails = [
    { ...sentMail, id: agent.id, subject: "Newest" },
    { ...stopped, state: "received", actions: [] },
  ];
  await refresh();
  await expect.element(dialog()).toMatchTextContent("Waiting");
  await expect.element(page.getByText("Newest")).toBeInTheDocument();
  expect(dialog().getByRole("tabpanel").element()).toBe(panel);
  expect(scrolled[0]?.scrollTop).toBe(1_000);
  expect(dialog().element().querySelector("pre")?.textContent).toContain("A line");
});

test.each([390, 1440])("at %i pixels nothing is wider than the screen", async (width) => {
  const { innerWidth, innerHeight } = window;
  await page.viewport(width, 900);
  onTestFinished(() => page.viewport(innerWidth, innerHeight));
  const long = `${"Unbroken".repeat(300)} and more`;
  const { router } = await openScreen({ mails: [{ ...stopped, subject: long, reason: long, from: long, to: long }] });
  const overflow = () => document.documentElement.scrollWidth - window.innerWidth;
  await expect.element(page.getByRole("table", { name: "Mail log" })).toBeVisible();
  expect(overflow()).toBeLessThanOrEqual(0);
  await router.navigate({ to: ".", search: { mail: stopped.id } });
  await expect.element(button("Make a ticket")).toBeVisible();
  expect(overflow()).toBeLessThanOrEqual(0);
});

test("a missing mail says so, and a log that cannot be read offers a retry", async () => {
  const { desk } = await openScreen({ search: { mail: agent.id } });
  await expect.element(dialog().getByRole("alert")).toMatchTextContent("This mail could not be loaded");
  expect(desk.acts).toEqual([]);
});
