/** What is said above a text that is written, whom it goes to among it: it scrolls before the text gives way. */
export const aroundClass =
  "-mx-4 flex min-h-0 flex-col gap-2.5 overflow-y-auto overscroll-contain px-4 pt-3 pb-2.5 has-[[role=status],[role=alert]]:min-h-20 low:gap-1.5 low:pt-2 low:pb-1.5 lowest:gap-1 lowest:pt-1 lowest:pb-1 sm:-mx-5 sm:px-5 lowest:has-[[role=status],[role=alert]]:min-h-12 *:shrink-0";
