/** Redaction rules of `navigation` (machines/recording/redaction.ts). */
import { ACCESS, SHOWN } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { NavigationEvent } from '../app/events.ts';
import type { NavigationContext, NavigationInput } from './navigation.machine.ts';

export const navigationRedaction = defineRedaction<NavigationContext, NavigationEvent, NavigationInput>()({
  context: {
    path: 'path',
    search: 'query',
    knownPages: true,
    access: ACCESS,
    verdict: { kind: true, to: 'path', anew: true, shown: SHOWN } as never,
    anew: true,
    shown: SHOWN,
  },
  input: { path: 'path', search: 'query', knownPages: true },
  events: {
    'navigation.go': { to: 'path', replace: true },
    'navigation.leave': { to: 'path', replace: true },
    'navigation.query': { query: 'query', push: true },
    'history.moved': { path: 'path', search: 'query' },
    'history.followed': { path: 'path', search: 'query' },
    'access.changed': { access: ACCESS },
  },
  outputs: { countRobots: 'numbers' },
});
