import type { ErrorCode } from "@deskhand/contract/errors";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { fakeServer, refusal } from "../../../testing/fake-server.ts";
import "../../../ui/theme.css";
import { LinkScreen } from "./link-screen.tsx";

const token = "t".repeat(43);
const about = { email: "ida@shop.example", storeName: "Amber & Söhne", name: "Ida Invited" };

/** Opens a link's page before a server that gives these answers in turn; the last one repeats. */
async function openLink(path: string, ...answers: (() => Response | Promise<Response>)[]) {
  const posted: [string, unknown][] = [];
  const server = fakeServer();
  server.onTheWay = async (request) => {
    posted.push([new URL(request.url).pathname.replace("/api/auth/links/", ""), await request.json()]);
    return (answers.length > 1 ? answers.shift() : answers[0])?.();
  };
  const before = location.href;
  history.replaceState(null, "", `${path}#${token}`);
  onTestFinished(() => history.replaceState(null, "", before));
  await render(<LinkScreen />);
  return posted;
}

const good = () => Response.json(about);
const refused = (code: ErrorCode) => () => Response.json(refusal(code), { status: refusal(code).status });
const failed = page.getByRole("alert");

const gone = {
  link_used: "This link has been used already",
  link_expired: "This link has expired. Ask for a new one",
  link_replaced: "A newer mail replaces this link. Open the newest one",
  link_not_valid: "This link is not valid. Open it from the mail as it is, or ask for a new one",
  link_guessed: "Too many wrong passwords were entered at this link. Sign up again",
} as const;
const pages = [
  ["/confirm", "Confirm your e-mail address", "Sign up again", "/login?mode=sign-up"],
  ["/reset-password", "Choose a new password", "Ask for a new link", "/login?mode=forgot"],
  ["/invitation", "You are invited", "Go to the sign-in", "/login"],
  ["/change-email", "Confirm your new e-mail address", "Go to the sign-in", "/login"],
] as const;
const codes = Object.keys(gone) as (keyof typeof gone)[];
const links = pages.flatMap(([path, title, ...elsewhere]) =>
  codes.map((code) => {
    // A confirmed sign-up has an account.
    const next = path === "/confirm" && code === "link_used" ? (["Go to the sign-in", "/login"] as const) : elsewhere;
    return [path, title, ...next, code] as const;
  }),
);

test.each(links)("%s: %s, '%s' to %s after %s", async (path, title, label, href, code) => {
  await openLink(path, refused(code));
  await expect.element(failed).toHaveTextContent(gone[code]);
  await expect.element(page.getByRole("heading", { name: title })).toBeVisible();
  await expect.element(page.getByRole("link", { name: label })).toHaveAttribute("href", href);
  expect(page.getByRole("textbox").query()).toBeNull();
});

const passing: [string, number, () => Response | Promise<Response>][] = [
  ["a server that is not reached", 3, () => Promise.reject(new TypeError("Failed to fetch"))],
  ["too many requests", 1, () => Response.json({ code: "too_many_requests" }, { status: 429 })],
  ["a fault of ours", 1, refused("unexpected")],
];
test.each(passing)("%s blames no link for a broken response and can be tried again", async (_, tries, broken) => {
  const posted = await openLink("/invitation", ...Array<typeof broken>(tries).fill(broken), good);
  const retry = page.getByRole("button", { name: "Try again" });
  await expect.element(retry).toBeVisible();
  expect(page.getByRole("link").query()).toBeNull();
  await retry.click();
  await expect.element(page.getByText("Join the help desk of Amber & Söhne")).toBeVisible();
  expect(posted).toEqual(Array(tries + 1).fill(["look", { purpose: "invite", token }]));
});

test("an invitation names the store and takes a name and a good password", async () => {
  const weak = refusal("weak_password", { reasons: ["It is one of the most used passwords"] });
  const answers = [good, () => Response.json(weak, { status: weak.status }), refused("address_has_account")];
  const posted = await openLink("/invitation", ...answers);
  await expect.element(page.getByText("Join the help desk of Amber & Söhne")).toBeVisible();
  await expect.element(page.getByLabelText("Email")).toHaveValue(about.email);
  await expect.element(page.getByLabelText("Email")).toHaveAttribute("readonly");
  const name = page.getByRole("textbox", { name: "Full Name" });
  await expect.element(name).toHaveValue("Ida Invited");
  await name.fill("Ida I.");
  await page.getByPlaceholder("Choose a password").fill("password1");
  const accept = page.getByRole("button", { name: "Accept the invitation" });
  await accept.click();
  await expect.element(failed).toMatchTextContent("It is one of the most used passwords.");
  await accept.click();
  await expect.element(failed).toHaveTextContent("This e-mail address has an account already. Sign in instead");
  expect(posted.slice(1)).toEqual(Array(2).fill(["invitation", { token, name: "Ida I.", password: "password1" }]));
});

test.each(["/invitation", "/confirm"])(
  "%s of an address that got an account meanwhile leads to the sign-in",
  async (path) => {
    await openLink(path, refused("address_has_account"));
    await expect.element(failed).toHaveTextContent("This e-mail address has an account already. Sign in instead");
    await expect.element(page.getByRole("link", { name: "Go to the sign-in" })).toHaveAttribute("href", "/login");
  },
);

test("opening another link in the same tab loads that link", async () => {
  const posted = await openLink("/invitation", refused("link_used"), good);
  await expect.element(failed).toHaveTextContent("This link has been used already");
  location.hash = "u".repeat(43);
  await expect.element(page.getByText("Join the help desk of Amber & Söhne")).toBeVisible();
  expect(posted.map(([, body]) => body)).toEqual([
    { purpose: "invite", token },
    { purpose: "invite", token: "u".repeat(43) },
  ]);
});

test("a new address takes effect only when its button is pressed", async () => {
  const posted = await openLink("/change-email", good);
  const confirm = page.getByRole("button", { name: "Confirm this address" });
  await expect.element(confirm).toBeVisible();
  expect(posted).toEqual([["look", { purpose: "change-email", token }]]);
  await confirm.click();
  await expect.element(page.getByText("This is the e-mail address of your account now.")).toBeVisible();
  expect(posted.slice(1)).toEqual([["change-email", { token }]]);
  await expect.element(page.getByRole("link", { name: "Go to the sign-in" })).toHaveAttribute("href", "/login");
});
