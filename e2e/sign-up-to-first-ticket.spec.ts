import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { linkIn } from "./sign-up-store.ts";

const desk = await openDesk();
const email = "mara@north-lamps.example";
const password = "a lamp for every desk";

test("from the landing page to the first ticket of a new store", async () => {
  const page = await desk.newPage();
  await page.goto("/");
  await page.getByRole("link", { name: "Get Started" }).click();
  await expect(page.getByRole("heading", { name: "Create Account" })).toBeVisible();
  await expect(page.getByText("Join Deskhand today")).toBeVisible();

  await page.getByPlaceholder("Enter your email").fill(email);
  const secret = page.getByPlaceholder("Enter your password");
  await secret.fill(password);
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(secret).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Create Account", exact: true }).click();
  await expect(page.getByRole("status")).toHaveText("Check your email for the confirmation link!");

  const confirmation = await desk.mailbox.next(email);
  expect(confirmation.text).toContain("Somebody signed up on");
  const link = linkIn(confirmation.text);
  // A scanner's look at the link, without a browser and with one, is no confirmation.
  await page.request.get(link);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Confirm your e-mail address" })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  expect((await page.request.get("/api/me")).status()).toBe(401);
  await page.getByPlaceholder("Enter your password").fill("not that password");
  await page.getByRole("button", { name: "Confirm e-mail address" }).click();
  await expect(page.getByRole("alert")).toHaveText("This is not the password that you chose when you signed up");
  await page.getByPlaceholder("Enter your password").fill(password);
  await page.getByRole("button", { name: "Confirm e-mail address" }).click();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText("admin", { exact: true })).toBeVisible();

  await page.getByRole("link", { name: "Tickets" }).click();
  await expect(page.getByText("No active tickets found")).toBeVisible();
  const customer = desk.newCustomer("Jo Reader", "jo@reader.example");
  const address = (await page.getByText(/^help\+\w+@/).textContent()) ?? "";
  await customer.writes({ to: address, subject: "My lamp flickers", text: "It flickers at night." });
  await expect(page.getByRole("link", { name: "My lamp flickers" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Active Tickets (1)" })).toBeVisible();
  await expect(page.getByText("Ticket: 0001")).toBeVisible();
});

test("a known address is treated as a new one is, and its owner is warned by mail", async () => {
  const page = await desk.newPage();
  await page.goto("/login?mode=sign-up");
  await page.getByPlaceholder("Enter your email").fill(email);
  await page.getByPlaceholder("Enter your password").fill("somebody else's try");
  await page.getByRole("button", { name: "Create Account", exact: true }).click();
  await expect(page.getByRole("status")).toHaveText("Check your email for the confirmation link!");
  expect((await desk.mailbox.next(email)).text).toContain("already");
});

test("who is signed out is led to the sign-in and back to where they were", async () => {
  const page = await desk.newPage();
  await page.goto("/dashboard/tickets?status=open");
  await expect(page).toHaveURL(/\/login/);

  await page.getByPlaceholder("Enter your email").fill(email);
  await page.getByPlaceholder("Enter your password").fill("not the password");
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  const fault = page.getByRole("alert");
  await expect(fault).toHaveText("Invalid email or password");
  await expect(fault).toHaveCSS("color", "rgb(255, 99, 105)");

  await page.getByPlaceholder("Enter your password").fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page).toHaveURL("/dashboard/tickets?status=open");
  await expect(page.getByRole("heading", { name: "Active Tickets (1)" })).toBeVisible();

  await page.goto("/login");
  await expect(page).toHaveURL("/dashboard");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/login");
  await page.goto("/dashboard");
  await expect(page).toHaveURL("/login");
});

test("Remember me keeps one signed in after the browser was closed; without it one is not", async () => {
  const signIn = async (remembered: boolean) => {
    const page = await desk.newPage();
    await page.goto("/login");
    await page.getByPlaceholder("Enter your email").fill(email);
    await page.getByPlaceholder("Enter your password").fill(password);
    if (remembered) await page.getByRole("checkbox", { name: "Remember me" }).check();
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await expect(page).toHaveURL("/dashboard");
    const { cookies } = await page.context().storageState();
    // A closed browser keeps the cookies that have an end of their own.
    const reopened = await desk.newBrowser();
    await reopened.addCookies(cookies.filter(({ expires }) => expires > 0));
    return reopened.newPage();
  };
  const remembered = await signIn(true);
  await remembered.goto("/dashboard");
  await expect(remembered.getByText(email)).toBeVisible();
  const forgotten = await signIn(false);
  await forgotten.goto("/dashboard");
  await expect(forgotten).toHaveURL("/login");
});
