/**
 * The audit log, for administrators. Parallel regions:
 *
 *   list:   a page of entries (machines/factories/pagedList.ts)
 *   detail: closed ⇄ open (one entry)
 *   export: idle ──export.start──▶ exporting ──▶ idle ;  exporting ──export.cancel──▶ idle
 */
import { assign, setup } from 'xstate';
import type { AuditEntry } from '../../../contract/entities/auditEntry.ts';
import type { PageInput } from '../app/events.ts';
import { type ExportEvent, exportRegion } from '../factories/longJob.ts';
import { noticeActions } from '../factories/noticeActions.ts';
import {
  type ListContext,
  type ListEvent,
  type ListResult,
  listOf,
  type ListTag,
  pagedList,
} from '../factories/pagedList.ts';
import { promiseEffect } from '../effectStubs.ts';
import { auditQuery, type AuditRequest, auditRequest } from './auditQuery.ts';

export interface AuditResult extends ListResult<AuditEntry> {
  /** There are more entries than were counted. */
  isMore: boolean;
  /** Names of accounts, robots, maps, routes and sites, by id. */
  names: Readonly<Record<string, string>>;
}
export interface AuditContext extends AuditResult, ListContext<AuditEntry> {
  /** The entry whose details are open. */
  entry: AuditEntry | null;
}
export type AuditEvent = ListEvent | { type: 'entry.open'; entry: AuditEntry } | { type: 'entry.close' } | ExportEvent;

const list = pagedList<AuditResult, AuditRequest, AuditEvent, AuditContext>({
  requestOf: auditRequest,
  typed: auditQuery.typed,
});

const audit = setup({
  types: {
    context: {} as AuditContext,
    input: {} as PageInput,
    events: {} as AuditEvent,
    tags: {} as ListTag | 'exporting',
  },
  actors: {
    ...list.actors,
    /** Downloads the file. */
    exportAudit: promiseEffect<void, AuditRequest>('exportAudit'),
  },
  actions: { ...list.actions, ...noticeActions<AuditContext, AuditEvent>() },
  guards: list.guards,
  delays: list.delays,
});

export const auditMachine = audit.createMachine({
  id: 'audit',
  context: ({ input }) => ({ ...listOf(input.query), isMore: false, names: {}, entry: null }),
  type: 'parallel',
  states: {
    list: list.region,
    detail: {
      initial: 'closed',
      states: {
        closed: { on: { 'entry.open': { target: 'open', actions: assign({ entry: ({ event }) => event.entry }) } } },
        open: { exit: assign({ entry: null }), on: { 'entry.close': 'closed' } },
      },
    },
    export: exportRegion({
      src: 'exportAudit',
      inputOf: ({ query }: AuditContext) => auditRequest(query),
      done: { key: 'audit.export.done' },
    }),
  },
});
