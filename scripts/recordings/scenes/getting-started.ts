import { newStore, type Stage } from "../stage.ts";

/** The first minutes of a new store: signing in, the first steps, the support address, a colleague. */
export async function gettingStarted(stage: Stage): Promise<void> {
  const { camera, hand } = stage;
  const page = await stage.openNewStore();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.context().clearCookies();
  await page.goto("/login");
  await page.getByPlaceholder("Enter your email").waitFor();
  await camera.show(page);

  await camera.say("Sign in with your e-mail address and your password.");
  await hand.fill(page.getByPlaceholder("Enter your email"), newStore.email);
  await hand.fill(page.getByPlaceholder("Enter your password"), newStore.password);
  await hand.click(page.getByRole("button", { name: "Sign In", exact: true }));
  const steps = page.getByRole("region", { name: "First steps" });
  await camera.watchUntil(steps.waitFor());
  camera.markPoster();
  await camera.say("This is your dashboard. “First steps” shows what a new store still needs.");
  await hand.pointAt(steps.getByRole("link").first());
  await camera.watch(1.5);

  await hand.click(steps.getByRole("link", { name: "Name your store" }));
  await camera.say("Give your store its name: customers read it in every answer.");
  await hand.click(page.getByRole("button", { name: "Edit store name" }));
  await page.keyboard.press("Control+A");
  await hand.type("North Lamps Studio");
  await hand.click(page.getByRole("button", { name: "Save", exact: true }));
  await camera.watchUntil(page.getByRole("button", { name: "Edit store name" }).waitFor());
  await camera.say("Mails to this address become tickets. “Copy Email” takes it along.");
  await hand.click(page.getByRole("button", { name: "Copy Email" }));
  await camera.watch(1.5);

  await camera.say("Not alone? Under “User Management” you invite your colleagues.");
  await hand.click(page.getByRole("navigation", { name: "Administration" }).getByText("User Management"));
  await hand.click(page.getByRole("button", { name: "Invite Team Member" }));
  const invite = page.getByRole("dialog", { name: "Invite Team Member" });
  await hand.fill(invite.getByLabel("Email Address"), "ben@north-lamps.example");
  await hand.fill(invite.getByLabel("Full Name"), "Ben Bright");
  await hand.click(invite.getByRole("button", { name: "Send Invitation" }));
  await camera.watchUntil(page.getByText("Invitation sent to ben@north-lamps.example").first().waitFor());
  await camera.say("Ben gets a mail with a link, chooses a password, and is in.");
  await camera.watch(1);

  await hand.click(page.getByRole("link", { name: "Dashboard" }));
  await camera.say("The dashboard counts what is done, and each step leads to its place.");
  await hand.pointAt(steps.getByRole("link", { name: "Connect your Shopify store" }));
  await camera.watch(2);
  await camera.say("With Ctrl and K you search tickets, customers and orders, and go anywhere.");
  await hand.press("Control+k");
  await hand.type("tickets");
  await camera.watch(1.2);
  await hand.press("Enter");
  await camera.say("Write a mail to your address, and your first ticket stands here.");
}
