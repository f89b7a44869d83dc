import type { Locator, Page } from "playwright";

/** A picture of the landing page: its name, the widths it is stored in, and how to take it. */
export interface LandingShot {
  name: string;
  /** In pixels; the page's `srcset` lists the same (web/src/landing/screenshots.tsx). */
  widths: readonly number[];
  viewport?: { width: number; height: number };
  take: (page: Page) => Promise<Buffer>;
}

/** The ticket in most pictures: its parcel arrived after the customer asked for it. */
const shownTicket = "Where is my order #1119?";
const answer =
  "Hello Carolina,\n\nYour lamp was delivered this morning in Porto, in time for your guests. If it is not at your door, write back and we find it together.\n\nBest wishes,\nAlma";
/** A draft with two mistakes. */
const draft =
  "Hello Carolina,\n\nYour lamp was delivered this morning in Porto (FedEx 794664121893). Please write back if it is not their, and we will find it togehter.\n\nBest wishes,\nAlma";

async function openTicket(page: Page): Promise<Locator> {
  await page.goto(`/dashboard/tickets?q=${encodeURIComponent("1119")}`);
  await page.getByRole("link", { name: shownTicket }).first().click();
  const dialog = page.getByRole("dialog").first();
  // A narrow window folds it away.
  await dialog.getByText("Since the customer wrote").first().waitFor({ state: "attached" });
  return dialog;
}

async function still(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(async () => void (await document.fonts.ready));
}

/** Takes a screen as it opens, once `sign` is on it. */
function screen(name: string, path: string, sign: string): LandingShot {
  return {
    name,
    widths: [560, 1120],
    viewport: { width: 1120, height: 700 },
    take: async (page) => {
      await page.goto(path);
      await page.getByText(sign).first().waitFor();
      await still(page);
      return page.screenshot();
    },
  };
}

async function answeredTicket(page: Page): Promise<Locator> {
  const dialog = await openTicket(page);
  await dialog.getByPlaceholder("Type your response...").fill(answer);
  await still(page);
  return dialog;
}

async function takeParcel(page: Page): Promise<Buffer> {
  const dialog = await openTicket(page);
  await dialog.getByRole("tab", { name: "Tracking" }).click();
  await dialog.getByText("Tracking History").waitFor();
  await still(page);
  return dialog.getByRole("tabpanel").screenshot();
}

async function takePolished(page: Page): Promise<Buffer> {
  const dialog = await openTicket(page);
  await dialog.getByPlaceholder("Type your response...").fill(draft);
  await dialog.getByRole("button", { name: "Polish" }).click();
  const review = page.getByRole("dialog", { name: "Polished reply" });
  await review.waitFor();
  await still(page);
  return review.screenshot();
}

/** All pictures of the landing page, taken of the demo store. */
export const landingShots: readonly LandingShot[] = [
  {
    name: "hero",
    widths: [760, 1180, 1770],
    viewport: { width: 1280, height: 720 },
    take: async (page) => (await answeredTicket(page)).screenshot(),
  },
  {
    name: "hero-phone",
    widths: [400, 780],
    viewport: { width: 390, height: 640 },
    take: async (page) => {
      await openTicket(page);
      await still(page);
      return page.screenshot();
    },
  },
  { name: "parcel", widths: [520, 1040], viewport: { width: 680, height: 624 }, take: takeParcel },
  { name: "parcel-phone", widths: [360, 720], viewport: { width: 390, height: 700 }, take: takeParcel },
  { name: "polish", widths: [520, 1040], viewport: { width: 680, height: 800 }, take: takePolished },
  { name: "polish-phone", widths: [360, 720], viewport: { width: 390, height: 450 }, take: takePolished },
  screen("dashboard", "/dashboard", "Recent Support Tickets"),
  screen("tickets", "/dashboard/tickets", "Parcel says delivered, but nothing here"),
  screen("orders", "/dashboard/orders", "Paid"),
  screen("customers", "/dashboard/customers", "@"),
  screen("email-settings", "/dashboard/admin?view=email-settings", "Basic Information"),
  screen("mail-log", "/dashboard/admin?view=mail-log", "Ticket"),
  screen("team", "/dashboard/admin?view=users", "Mina Castellanos"),
  screen("audit-log", "/dashboard/admin?view=audit-log", "Nobody can change or delete an entry"),
];
