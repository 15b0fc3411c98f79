/** Demo accounts (design 1). `relation` applies to every robot of the roster. */
import type { AccountRole, Relation } from '../contract/entities/constants.ts';
import { named } from './localName.ts';
import type { LocalName } from './localName.ts';

/** Publicly known, therefore accepted on the loopback address only. */
export const DEMO_PASSWORD = 'Roundhouse1';

export type DemoAccount = {
  readonly id: string;
  readonly name: LocalName;
  readonly email: string;
  /** With country code (E.164). */
  readonly phone?: string;
  readonly roles: readonly AccountRole[];
  readonly relation: Relation | null;
};

export const ACCOUNTS: readonly DemoAccount[] = [
  {
    id: 'demo-admin',
    name: named('Robin Hale', '何若彬'),
    email: 'admin@demo.roundhouse',
    roles: ['admin', 'operator'],
    relation: 'superAdmin',
  },
  {
    id: 'demo-operator',
    name: named('Lin Wei', '林薇'),
    email: 'operator@demo.roundhouse',
    phone: '+8613800000001',
    roles: ['operator'],
    relation: 'member',
  },
  {
    id: 'demo-viewer',
    name: named('Chen Yu', '陈宇'),
    email: 'viewer@demo.roundhouse',
    roles: ['viewer'],
    relation: 'member',
  },
  {
    id: 'demo-new',
    name: named('Sam Ortega', '欧思敏'),
    email: 'new@demo.roundhouse',
    roles: ['operator'],
    relation: null,
  },
];
