import type { Locator, Page } from "playwright";

/** A way to handle a ticket and to end in the next one. */
export interface Way {
  name: string;
  /** The numbers from when a ticket was a modal dialog and sending led nowhere, measured by this script on that version. */
  before?: { list: number; ticket: number };
  /** The ticket's status afterwards; null if it is only read. */
  sets: "open" | "pending" | null;
  /** Opens a ticket of the list. */
  open: (page: Page) => Promise<void>;
  /** Puts the caret into its reply, if it is not there yet. */
  goToField?: (page: Page) => Promise<void>;
  /** Sends the reply, or leaves the ticket. */
  goOn: (page: Page) => Promise<void>;
}

const rows = (page: Page): Locator => page.getByRole("list", { name: "Tickets" });
const dialogOf = (page: Page): Locator => page.getByRole("dialog", { name: /^Ticket: \d+$/ });
const press = (page: Page, name: string) => dialogOf(page).getByRole("button", { name, exact: true }).click();

const byMouse = {
  open: (page: Page) => rows(page).getByText("Needs reply").first().click(),
  goToField: (page: Page) => replyOf(page).click(),
};
const byKeys = {
  async open(page: Page) {
    await rows(page).getByRole("link").first().waitFor();
    await page.keyboard.press("r");
  },
  goToField: (page: Page) => page.keyboard.press("r"),
};

/** Returns the field for the reply to the open ticket. */
export const replyOf = (page: Page): Locator => dialogOf(page).getByRole("textbox", { name: "Your reply" });

/** Returns the number in the open ticket's header. */
export async function openNumber(page: Page): Promise<number> {
  const heading = await dialogOf(page).getByRole("heading", { level: 2 }).textContent();
  return Number(/\d+/.exec(heading ?? "")?.[0]);
}

/** The order matters: the first way's choice in the menu is the last choice for the ways after it. */
export const ways: readonly Way[] = [
  {
    name: "The menu beside Send Reply",
    before: { list: 8, ticket: 7 },
    sets: "pending",
    ...byMouse,
    async goOn(page) {
      await press(page, "More ways to send");
      await page.getByRole("menuitem", { name: "Send and set Pending" }).click();
    },
  },
  {
    name: "The button of what was chosen last",
    before: { list: 8, ticket: 7 },
    sets: "pending",
    ...byMouse,
    goOn: (page) => press(page, "Send and set Pending"),
  },
  { name: "Send Reply", sets: "open", ...byMouse, goOn: (page) => press(page, "Send Reply") },
  {
    name: "Ctrl+Shift+Enter",
    before: { list: 15, ticket: 13 },
    sets: "pending",
    ...byKeys,
    goOn: (page) => page.keyboard.press("Control+Shift+Enter"),
  },
  { name: "Ctrl+Enter", sets: "open", ...byKeys, goOn: (page) => page.keyboard.press("Control+Enter") },
  {
    name: "The Next button, only reading",
    sets: null,
    open: (page) => rows(page).getByRole("link").first().click(),
    goOn: (page) => press(page, "Next ticket (J)"),
  },
  {
    name: "j, only reading",
    sets: null,
    async open(page) {
      await rows(page).getByRole("link").first().waitFor();
      await page.keyboard.press("j");
      await page.keyboard.press("Enter");
    },
    goOn: (page) => page.keyboard.press("j"),
  },
];
