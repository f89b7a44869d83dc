import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import { fakeServer, refusal } from "../../testing/fake-server.ts";
import { fromNow } from "../../testing/stop-clock.ts";
import "../../ui/theme.css";
import { LoginScreen } from "./login-screen.tsx";

type SignUp = "open" | "invite" | "closed";

/** Opens the screen at a URL, before a server with this sign-up policy and scripted answers. */
async function openScreen(search = "", signUp: SignUp = "open") {
  const desk = { posted: [] as [string, unknown][], answer: (): Response => new Response(null, { status: 500 }) };
  const server = fakeServer();
  server.onTheWay = async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/api/sign-in/arrival") return Response.json({ at: "out" });
    if (pathname === "/api/auth/sign-up") return Response.json({ signUp });
    if (request.method !== "POST") return undefined;
    desk.posted.push([pathname, await request.json()]);
    return desk.answer();
  };
  const before = location.href;
  history.replaceState(null, "", search === "" ? location.pathname : search);
  onTestFinished(() => history.replaceState(null, "", before));
  await render(<LoginScreen />);
  await expect.element(page.getByLabelText("Email")).toBeVisible();
  return desk;
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const red = "rgb(255, 99, 105)";

test.each([
  ["", "/dashboard"],
  ["?mode=sign-up", "/dashboard"],
  ["?next=%2Fdashboard%2Ftickets%3Fq%3Dlamp", "/dashboard/tickets?q=lamp"],
])("at %j one may go on with Google or Twitter", async (search, callbackURL) => {
  const desk = await openScreen(search);
  await expect.element(page.getByText("or continue with")).toBeVisible();
  desk.answer = () => Response.json({ url: "#elsewhere", redirect: true });
  await button("Twitter").click();
  await expect.poll(() => location.hash).toBe("#elsewhere");
  expect(desk.posted).toEqual([["/api/auth/sign-in/social", { provider: "twitter", callbackURL }]]);
  // The browser is leaving: nothing can be started twice.
  for (const name of ["Google", "Twitter"]) await expect.element(button(name)).toBeDisabled();
  await expect.element(button("Please wait...")).toBeDisabled();
});

test("a forgotten password offers no provider", async () => {
  await openScreen("?mode=forgot");
  expect(page.getByText("or continue with").query()).toBeNull();
});

test("an unconfigured provider is reported in red, and the form returns", async () => {
  const desk = await openScreen();
  desk.answer = () => Response.json(refusal("provider_not_enabled"), { status: 404 });
  await button("Google").click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Sign-in with Google is not enabled");
  expect(getComputedStyle(page.getByText("Sign-in with Google is not enabled").element()).color).toBe(red);
  await expect.element(button("Sign In")).toBeEnabled();
  // The next attempt clears the last one's error.
  desk.answer = () => Response.json({ url: "#elsewhere" });
  await button("Google").click();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});

test.each([
  ["access_denied", "You did not allow the sign-in there."],
  ["state_mismatch", "This sign-in was begun in another browser, or too long ago. Try again."],
  ["oauth_code_verification_failed", "That sign-in was not completed. Please try again."],
  ["provider_failed", "That sign-in was not completed. Please try again."],
  ["provider_email_missing", "Your account there has no confirmed email address."],
  ["account_not_linked", "Your email address here is not confirmed yet. Confirm it first."],
  ["inactive", "This account is inactive"],
  ["sign_up_closed", "Sign-up is closed here."],
  ["something_new", "An unexpected error occurred"],
  ["<script>alert(1)</script>", "An unexpected error occurred"],
])("who comes back with %s is told: %s", async (code, sentence) => {
  await openScreen(`?error=${encodeURIComponent(code)}`);
  await expect.element(page.getByRole("alert")).toMatchTextContent(sentence);
});

test.each([
  ["invite", "New accounts are by invitation only. Ask an administrator of your store to invite you."],
  ["closed", "Sign-up is closed here. Ask an administrator of your store to invite you."],
] as const)("where sign-up is %s, who came to sign up reads that, and may sign in", async (signUp, words) => {
  await openScreen("?mode=sign-up", signUp);
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Sign In" })).toBeVisible();
  expect(page.getByRole("button", { name: /Sign up|Create Account/ }).query()).toBeNull();
});

test("when sign-up closes while the form is being filled in, the screen says so", async () => {
  const desk = await openScreen("?mode=sign-up");
  desk.answer = () => Response.json(refusal("sign_up_closed"), { status: 403 });
  await page.getByLabelText("Email").fill("new@shop.example");
  await page.getByPlaceholder("Enter your password").fill("a drawer full of letters");
  await button("Create Account").click();
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("Sign-up is closed here. Ask an administrator of your store to invite you");
});

test.each([
  ["?mode=sign-up", "Create Account"],
  ["?mode=forgot", "Send the link"],
])(
  "at %j a mail that was asked for just now is not asked for again, also after a reload, and ten minutes later it is",
  async (search, submit) => {
    onTestFinished(() => sessionStorage.clear());
    const desk = await openScreen(search);
    desk.answer = () => Response.json({ status: true });
    const email = page.getByLabelText("Email");
    await email.fill("new@shop.example");
    if (submit === "Create Account")
      await page.getByPlaceholder("Enter your password").fill("a drawer full of letters");
    await button(submit).click();
    await expect.element(button("We can send another in 10 minutes")).toBeDisabled();
    const another = page.getByText(/Then another mail is coming/).query();
    expect(another !== null).toBe(submit === "Create Account");
    // Another address has no wait and had no link.
    await email.fill("other@shop.example");
    await expect.element(button(submit)).toBeEnabled();
    await cleanup();
    const key = Object.keys(sessionStorage).find((key) => key.endsWith("new@shop.example")) ?? "";
    sessionStorage.setItem(key, String(fromNow({ minutes: -9 }).getTime()));
    await openScreen(search);
    await email.fill(" New@shop.example");
    await expect.element(button("We can send another in 1 minute")).toBeDisabled();
    sessionStorage.setItem(key, String(fromNow({ minutes: -10 }).getTime()));
    await email.fill("new@shop.example");
    await expect.element(button("Send the link again")).toBeEnabled();
    expect(desk.posted).toHaveLength(1);
  },
);

test("only a refused password sends somebody who just signed up to their mail", async () => {
  const hint = page.getByText("Just signed up? Open the link in our mail first.");
  const desk = await openScreen("?error=session_ended");
  await expect.element(page.getByRole("alert")).toMatchTextContent("Your session has ended.");
  expect(hint.query()).toBeNull();
  await page.getByLabelText("Email").fill("ada@shop.example");
  await page.getByPlaceholder("Enter your password").fill("a drawer full of letters");
  const refuse = (code: string, message: string, status: number) => {
    desk.answer = () => Response.json({ code, message }, { status });
    return button("Sign In").click();
  };
  await refuse("INACTIVE", "This account is inactive", 403);
  await expect.element(page.getByRole("alert")).toHaveTextContent("This account is inactive");
  expect(hint.query()).toBeNull();
  await refuse("INVALID_EMAIL_OR_PASSWORD", "Invalid email or password", 401);
  await expect.element(hint).toBeVisible();
  await refuse("TOO_MANY_REQUESTS", "", 429);
  await expect.element(page.getByRole("alert")).toMatchTextContent("Too many attempts.");
  expect(hint.query()).toBeNull();
});
