/** The list of what happened last: beside the tickets it is as high as they are, and scrolls. */
export const listClass = "py-1 lg:h-0 lg:grow lg:overflow-y-auto";
export const rowClass = "flex gap-3 px-4 py-2.5";
