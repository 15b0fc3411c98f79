/**
 * Recent speech near each robot, by it and to it: a short ring buffer in memory. Every server receives all robot
 * messages, so each has the complete buffer; nothing is stored.
 */
import type { Caption } from '../../contract/entities/caption.ts';
import { CAPTION_TTL_MS, CAPTIONS_KEPT, SPOKEN_MAX } from '../../contract/rules/limits.ts';
import type { EventMessage } from '../../contract/wire/actions.ts';

export interface Captions {
  /** Records the speech in an event, if any. A repeated event is ignored. */
  heard(serialNumber: string, happened: EventMessage): void;
  /** Oldest first. */
  of(serialNumber: string): readonly Caption[];
}

/** @param onChange called with each new line; every server calls it, because each receives all robot messages */
export function createCaptions(now: () => number, onChange: (serialNumber: string) => void = () => {}): Captions {
  const rings = new Map<string, Caption[]>();
  const fresh = (serialNumber: string): Caption[] =>
    (rings.get(serialNumber) ?? []).filter(({ at }) => at > now() - CAPTION_TTL_MS);
  return {
    heard(serialNumber, { id, event }) {
      const said = linesOf(event);
      if (said.length === 0) return;
      const ring = fresh(serialNumber);
      const lines = said.map((line, i): Caption => ({ id: `${id}/${i}`, at: now(), ...line }));
      if (ring.some((known) => known.id === lines[0]?.id)) return;
      rings.set(serialNumber, [...ring, ...lines].slice(-CAPTIONS_KEPT));
      onChange(serialNumber);
    },
    of: fresh,
  };
}

function linesOf(event: EventMessage['event']): Omit<Caption, 'id' | 'at'>[] {
  if (event.type === 'speech')
    return event.text.trim() === '' ? [] : [{ by: 'robot', text: event.text, language: event.language }];
  if (event.type !== 'question') return [];
  const { question, answer = '', language = '' } = event;
  const lines: Omit<Caption, 'id' | 'at'>[] = [
    { by: 'person', text: question.slice(0, SPOKEN_MAX), language },
    { by: 'robot', text: answer, language },
  ];
  return lines.filter(({ text }) => text.trim() !== '');
}
