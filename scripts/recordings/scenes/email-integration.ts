import { newStore, type Stage, supportAddress } from "../stage.ts";

/** Forwarding from a store's own mailbox, its test, and the look of the store's mails. */
export async function emailIntegration(stage: Stage): Promise<void> {
  const { camera, hand } = stage;
  const page = await stage.openNewStore();
  const address = await supportAddress(page);
  await page.goto("/dashboard");
  await page.getByRole("region", { name: "First steps" }).waitFor();
  await camera.show(page);

  await camera.say("Your customers keep writing to the address they know. It only has to be forwarded.");
  await hand.click(page.getByRole("link", { name: "Admin" }));
  await hand.click(page.getByRole("navigation", { name: "Administration" }).getByText("Email Integration"));
  await hand.click(page.getByRole("button", { name: "Setup Integration" }));
  const setup = page.getByRole("dialog", { name: "Email Integration & Customization" });
  await camera.watchUntil(setup.getByText("Your Deskhand Email Address").waitFor());
  camera.markPoster();
  await camera.say("Forward your mail to this address. There is a guide for each large provider.");
  await hand.click(setup.getByRole("button", { name: /^Gmail/ }));
  await camera.watch(2);
  await hand.scroll(220);
  await camera.watch(2);
  await hand.click(setup.getByRole("button", { name: /^Gmail/ }));

  await camera.say("Then test it: type your own address, and “Send Test Email”.");
  await hand.fill(setup.getByLabel("Address your customers write to"), newStore.supportEmail);
  await hand.click(setup.getByRole("button", { name: "Send Test Email" }));
  await camera.say("The mail goes to your mailbox, and comes back by your forwarding. Each hop is shown.", "top");
  await hand.pointAt(setup.getByRole("list", { name: "How far the test is" }));
  await camera.watch(1.5);
  await forward(stage, newStore.supportEmail, address);
  await camera.watchUntil(setup.getByText("Your forwarding works.").waitFor());
  await camera.say("“Your forwarding works.” Had a hop failed, it would say which one, and what to do.", "top");
  await hand.pointAt(setup.getByText("Your forwarding works."));
  await camera.watch(2);
  await hand.click(setup.getByRole("button", { name: "Close", exact: true }));

  await camera.say("Now the look of your mails: “Email Settings”.");
  await hand.click(page.getByRole("navigation", { name: "Administration" }).getByText("Email Settings"));
  const color = page.getByLabel("Primary Color", { exact: true });
  await hand.click(color);
  await page.keyboard.press("Control+A");
  await hand.type("#0f766e");
  await camera.say("The preview is the mail itself, as your customers will get it.");
  const preview = page.locator('iframe[title="Preview: Automatic mail"]');
  await hand.pointAt(preview);
  await camera.watch(2.5);
  await hand.click(page.getByRole("button", { name: "Save Settings" }));
  await camera.watchUntil(page.getByText("Email settings saved successfully!").waitFor());
  await camera.say("Saved. From now on every mail to your address is a ticket.");
}

/** Forwards the next mail to an address as the merchant's mailbox does: with its own envelope and a header on top. */
async function forward({ mailFor, send }: Stage, from: string, to: string): Promise<void> {
  const { raw } = await mailFor(from);
  const [name, host] = from.split("@");
  const envelope = { from: `${name}+caf_=${to.replace("@", "=")}@${host}`, to };
  await send({ envelope, raw: Buffer.concat([Buffer.from(`X-Forwarded-To: ${to}\r\n`), raw]) });
}
