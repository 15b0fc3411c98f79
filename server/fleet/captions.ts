/**
 * What was lately said near each robot, by it and to it: a short ring in memory. Every server hears every robot, so each has the
 * whole of it; and nothing of it is stored.
 */
import type { Caption } from '../../contract/entities/caption.ts';
import { CAPTION_TTL_MS, CAPTIONS_KEPT, SPOKEN_MAX } from '../../contract/rules/limits.ts';
import type { EventMessage } from '../../contract/wire/actions.ts';

export interface Captions {
  /** Takes what is said out of an event; of any other nothing. A repeat is heard once. */
  heard(serialNumber: string, happened: EventMessage): void;
  /** Oldest first. */
  of(serialNumber: string): readonly Caption[];
}

export function createCaptions(now: () => number): Captions {
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
