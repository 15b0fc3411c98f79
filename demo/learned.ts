/** What East patrol had learned before the demo's first start. */
import type { Learned } from '../contract/entities/learningRecord.ts';

export const LEARNED: readonly Learned[] = [
  {
    learningId: 'linen-chute',
    kind: 'word',
    what: 'linen chute',
    from: 'Corridor W',
    teacher: { kind: 'stranger', name: '' },
    byStranger: true,
    inUse: false,
    uses: 0,
  },
  {
    learningId: 'where-charge',
    kind: 'answer',
    what: 'Where do you charge?',
    from: 'Lobby',
    teacher: { kind: 'stranger', name: '' },
    byStranger: true,
    inUse: false,
    uses: 0,
  },
  {
    learningId: 'linen-way',
    kind: 'path',
    what: 'Shorter by the linen room',
    from: '',
    teacher: { kind: 'self', name: '' },
    byStranger: false,
    inUse: true,
    uses: 31,
  },
  {
    learningId: 'breakfast',
    kind: 'answer',
    what: 'Until when is breakfast?',
    from: 'Restaurant',
    teacher: { kind: 'known', name: 'Lin Wei' },
    byStranger: false,
    inUse: true,
    uses: 12,
  },
];
