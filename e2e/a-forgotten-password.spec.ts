import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { linkIn } from "./sign-up-store.ts";

const desk = await openDesk();
const another = "a drawer full of letters";

test("who forgot the password chooses another one by a mail's link, and everybody who was signed in is not any more", async () => {
  const store = await desk.newStore("paper-planes");
  await store.page.goto("/dashboard");
  await expect(store.page.getByText(store.email)).toBeVisible();

  const page = await desk.newPage();
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot password?" })).toBeVisible();
  await page.getByPlaceholder("Enter your email").fill(store.email);
  await page.getByRole("button", { name: "Send the link" }).click();
  const sent = "If there is an account with this address, a link to choose another password is on its way.";
  await expect(page.getByRole("status")).toHaveText(sent);

  const mail = await desk.mailbox.next(store.email);
  expect(mail.subject).toBe("Choose a new Deskhand password");
  expect(mail.text).toContain("Somebody asked for this link on");
  const link = linkIn(mail.text);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  const field = page.getByPlaceholder("Enter a new password");
  await field.fill("12345678");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("alert")).toContainText("This password is too weak.");
  await field.fill(another);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("status")).toHaveText("Your password was changed, and you are signed out everywhere.");
  await expect(store.page).toHaveURL(/\/login/);
  expect((await desk.mailbox.next(store.email)).subject).toBe("Your Deskhand password was changed");

  await page.getByRole("link", { name: "Sign in with the new password" }).click();
  await page.getByPlaceholder("Enter your email").fill(store.email);
  await page.getByPlaceholder("Enter your password").fill(store.password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText("Invalid email or password");
  await page.getByPlaceholder("Enter your password").fill(another);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page).toHaveURL("/dashboard");

  // The link is used up, also for whoever finds it in the mailbox.
  const stranger = await desk.newPage();
  await stranger.goto(link);
  await expect(stranger.getByRole("alert")).toHaveText("This link has been used already");
  await stranger.getByRole("link", { name: "Ask for a new link" }).click();
  await expect(stranger.getByRole("button", { name: "Send the link" })).toBeVisible();
});

test("an address that nobody has is answered the same, and gets no mail", async () => {
  const page = await desk.newPage();
  await page.goto("/login?mode=forgot");
  await page.getByPlaceholder("Enter your email").fill("nobody@nowhere.example");
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("status")).toContainText("If there is an account with this address");
  expect(desk.mailbox.all("nobody@nowhere.example")).toEqual([]);
});

test.each([
  ["/confirm", "Sign up again", "Create Account"],
  ["/reset-password", "Ask for a new link", "Forgot password?"],
  ["/invitation", "Go to the sign-in", "Sign In"],
])("a link to %s that nobody made says so and leads on", async (path, next, heading) => {
  const page = await desk.newPage();
  await page.goto(`${path}#${"x".repeat(43)}`);
  await expect(page.getByRole("alert")).toHaveText(
    "This link is not valid. Open it from the mail as it is, or ask for a new one",
  );
  await page.getByRole("link", { name: next }).click();
  await expect(page.getByRole("heading", { name: heading })).toBeVisible();
});
