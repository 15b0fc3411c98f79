/** Texts of messages that the server sends, by language: locales/{language}/messages.json. */
import type { Language } from '../../contract/entities/constants.ts';
import { MESSAGE_TEXTS, type MessageKind } from '../../contract/entities/message.ts';
import type { AlarmEvent } from '../../contract/rules/alarms.ts';
import { fillText } from '../../contract/rules/fillText.ts';
import enAlarms from '../../locales/enUS/alarmEvents.json' with { type: 'json' };
import enUS from '../../locales/enUS/messages.json' with { type: 'json' };
import zhAlarms from '../../locales/zhCN/alarmEvents.json' with { type: 'json' };
import zhCN from '../../locales/zhCN/messages.json' with { type: 'json' };

const ALARMS: Readonly<Record<Language, typeof enAlarms>> = { zhCN: zhAlarms, enUS: enAlarms };
export const alarmEventText = (event: AlarmEvent, language: Language): string => ALARMS[language].events[event];

const TABLES: Readonly<Record<Language, unknown>> = { zhCN, enUS };

/** @param params values for {code}, {minutes} ... */
export function messageText(
  kind: MessageKind,
  language: Language,
  params: Readonly<Record<string, string | number>>,
): { subject: string; body: string } {
  const text = (key: string): string => fillText(textAt(TABLES[language], key), params);
  const { subject, body } = MESSAGE_TEXTS[kind];
  return { subject: text(subject), body: text(body) };
}

/** @param key full key, including the area */
function textAt(table: unknown, key: string): string {
  const found = key
    .split('.')
    .slice(1)
    .reduce<unknown>((below, name) => (below as Record<string, unknown> | undefined)?.[name], table);
  if (typeof found !== 'string') throw new Error(`no text at ${key}`);
  return found;
}
