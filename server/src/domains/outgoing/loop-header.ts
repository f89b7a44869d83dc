/** The header our own mail carries, so that it is known when it comes back. */
export const loopHeader = "X-Deskhand-Loop";
