import type { Isolation } from "../../testing/isolation/isolation.ts";

export const isolation: Isolation = async (_app, { owner }) => {
  await owner.api.weeklyMail.set({ isOn: true });
  return {
    inputs: {
      "weeklyMail.get": () => ({}),
      "weeklyMail.set": () => ({ isOn: false }),
      "weeklyMail.preview": () => ({}),
    },
  };
};
