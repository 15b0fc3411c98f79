/** What guests of the demo order: from where to where, and whom to tell. All people and numbers are fictional. */
import { MAPS } from './sites.ts';

export interface DemoOrder {
  from: string;
  to: string;
  phoneNumber: string;
  recipientName: string;
  note: string;
}

/** Places that people order to. */
const ROOM = /\.(?:room-\d+|ward-\d+|clinic-\d+|lab|lounge|meeting-\d+)$/u;
const NAMES = ['Ada Berg', '陈晓', 'Jonas Weber', '林可', 'Maria Rossi', '王一帆', 'Tom Hill', '赵敏'] as const;
const NOTES = ['', '', '', 'Two spoons, please.', '请轻放，谢谢。', 'Room service', '加一份毛巾'] as const;
const AREAS = ['202', '303', '415', '617'] as const;

/** 555-0100 to 0199 of US area codes, and the block of the demo's own accounts. */
function phoneNumber(chance: () => number): string {
  const area = AREAS[Math.floor(chance() * AREAS.length)] ?? AREAS[0];
  return chance() < 0.5
    ? `+1${area}55501${String(Math.floor(chance() * 100)).padStart(2, '0')}`
    : `+8613800000${String(100 + Math.floor(chance() * 900))}`;
}

/** @param chance 0 <= x < 1 @returns null for a site without a loading point or rooms */
export function orderOn(siteId: string, chance: () => number): DemoOrder | null {
  const points = MAPS.filter((map) => map.siteId === siteId).flatMap((map) => map.points);
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(chance() * items.length)];
  const from = pick(points.filter(({ attributes }) => attributes.includes('loading')));
  const to = pick(points.filter(({ id }) => ROOM.test(id)));
  if (!from || !to) return null;
  const isInside = chance() < 0.2;
  return {
    from: from.id,
    to: to.id,
    phoneNumber: isInside ? '' : phoneNumber(chance),
    recipientName: isInside ? '' : (pick(NAMES) ?? ''),
    note: pick(NOTES) ?? '',
  };
}
