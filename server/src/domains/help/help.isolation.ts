import type { Isolation } from "../../testing/isolation/isolation.ts";

export const isolation: Isolation = async (_app, { owner, secret }) => {
  await owner.api.help.countView({ article: "answer-a-ticket" });
  await owner.api.help.vote({ article: "answer-a-ticket", isHelpful: true, rating: 5 });
  return {
    inputs: {
      "help.contacts": () => ({}),
      "help.categories": () => ({}),
      "help.list": () => ({ category: "security" }),
      "help.search": () => ({ query: secret }),
      "help.article": () => ({ article: "answer-a-ticket" }),
      "help.countView": () => ({ article: "answer-a-ticket" }),
      "help.vote": () => ({ article: "answer-a-ticket", isHelpful: false, rating: 4 }),
    },
  };
};
