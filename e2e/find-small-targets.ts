import type { Page } from "playwright";

/** The size that a finger needs, and the letter size below which phones zoom into a field (docs/product.md#fingers). */
const least = { target: 40, letters: 16 };

/** Lists what is too small for fingers on a page: targets with their size, and fields with their letter size. */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(findThem, least);
}

function findThem({ target, letters }: typeof least): string[] {
  const pressed =
    "a[href], button, summary, select, textarea, input, [role=button], [role=tab], [role=option], [role=menuitem], [role=slider]";
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return element.checkVisibility({ checkVisibilityCSS: true }) && width > 1 && height > 1;
  };

  /** Returns the area to press: the label around a box, or all that a link covers. */
  const placeOf = (element: HTMLElement): Element => {
    if (element.matches("[type=checkbox], [type=radio]")) return element.closest("label") ?? element;
    const over = getComputedStyle(element, "::after");
    const covers = over.position === "absolute" && over.inset === "0px";
    return covers && getComputedStyle(element).position === "static" ? (element.offsetParent ?? element) : element;
  };

  /** A link in running text is exempt: its line is as high as the text around it. */
  const isInText = (element: Element) => {
    const text = element.parentElement?.textContent?.trim() ?? "";
    return getComputedStyle(element).display === "inline" && text !== element.textContent?.trim();
  };

  const faults: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>(pressed)) {
    if (!isShown(element)) continue;
    const { width, height } = placeOf(element).getBoundingClientRect();
    const name = `${element.tagName.toLowerCase()} “${element.ariaLabel ?? element.textContent.trim().slice(0, 40)}”`;
    if (Math.min(width, height) < target - 0.5 && !isInText(element))
      faults.push(`${name} is ${Math.round(width)} × ${Math.round(height)}`);
    const size = Number.parseFloat(getComputedStyle(element).fontSize);
    if (
      element.matches("input:not([type=checkbox], [type=radio], [type=range], [type=color]), select, textarea") &&
      size < letters
    )
      faults.push(`${name} is written at ${size}`);
  }
  return [...new Set(faults)];
}
