/** The look that the bars at the bottom of the list share. */
export const barClass =
  "on-raised floats-in pointer-events-auto flex w-fit max-w-full flex-wrap items-center gap-x-2 gap-y-1.5 rounded-panel border border-line bg-raised py-2 pr-2 pl-3.5 text-ink shadow-float max-sm:w-full lg:min-w-110 lg:max-w-180 xl:max-w-245";
