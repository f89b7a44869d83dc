import type { ChannelName } from "@deskhand/contract/vocabulary";
import type { Channel } from "./channel.ts";
import { emailChannel } from "./email-channel.ts";

const channels: Readonly<Record<ChannelName, Channel>> = { email: emailChannel };

/** The channel with this name. */
export function channelOf(name: ChannelName): Channel {
  return channels[name];
}
