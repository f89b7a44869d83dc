/** The look that text fields and selects share. */
export const controlClass =
  "w-full rounded-control border border-edge bg-canvas px-3 text-base text-ink transition-colors duration-120 hover:border-soft aria-invalid:border-red focus-visible:border-accent focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:opacity-55";
