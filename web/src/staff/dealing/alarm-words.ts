/** Each alarm of a table in words: what is wrong and what to do about it. */
import type { ConsoleAlarm } from "../../wire/protocol.generated";
import type { IconName } from "../kit/icon-paths";

type Words = {
  readonly level: "attention" | "alarm";
  readonly icon: IconName;
  readonly title: string;
  readonly more: string;
};

export const ALARM_WORDS: Readonly<Record<ConsoleAlarm["kind"], Words>> = {
  reader_silent: { level: "alarm", icon: "scan", title: "Reader silent", more: "Type the cards." },
  reader_missing: { level: "attention", icon: "scan", title: "No reader", more: "Type the cards." },
  picture_out_of_band: { level: "alarm", icon: "camera", title: "Picture delay", more: "Cards are held back." },
  divider_missed: { level: "alarm", icon: "cards", title: "Divider missed", more: "The shoe ends after this round." },
  slow_card: { level: "attention", icon: "clock", title: "Slow card", more: "Deal the next card." },
  relief_late: {
    level: "attention",
    icon: "clock",
    title: "Relief is late",
    more: "Your turn is over; call a supervisor.",
  },
  rubbish: { level: "attention", icon: "scan", title: "Reader sends rubbish", more: "Clean it, or type the cards." },
};
