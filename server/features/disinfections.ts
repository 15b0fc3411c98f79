/** Starts and ends disinfections, and reads their records. Each change locks the run's row. */
import type { Handlers } from '../../contract/endpoint.ts';
import type { disinfections } from '../../contract/endpoints/disinfections.ts';
import type { DisinfectionReason } from '../../contract/rules/disinfection.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { nameIn } from '../db/localName.ts';
import { record } from '../db/repositories/audit.ts';
import {
  currentDisinfectionOf,
  disinfectionById,
  disinfectionCounts,
  disinfectionPage,
  lockDisinfection,
  lockDisinfectionOf,
  saveDisinfection,
  type DisinfectionFilter,
  type DisinfectionRow,
} from '../db/repositories/disinfections.ts';
import { lockScheduleOf } from '../db/repositories/schedules.ts';
import { finish } from '../fleet/disinfections/disinfectionRun.ts';
import type { RequestContext } from '../requestContext.ts';
import { createCommandIssuer } from './commandIssuer.ts';
import { disinfectionCsv } from './disinfectionExport.ts';
import { squareMetresOf, toDisinfectionDetailsDto, toDisinfectionDto } from './disinfectionPresenter.ts';
import { drivenWay } from './drivenWay.ts';
import { assertTimeSpan, listedRobots, offsetOf } from './listRequest.ts';
import { planDisinfection } from './planDisinfection.ts';
import { addRun } from './startDisinfection.ts';

type Needs = Pick<AppDeps, 'fleet' | 'broker' | 'now'>;

export function createDisinfectionHandlers(deps: Needs): Handlers<typeof disinfections, RequestContext> {
  const { fleet, now } = deps;
  const { demand } = createCommandIssuer(deps);
  const { endRun } = createDisinfectionEffects(deps);

  const filterOf = (
    { serialNumberStr, ...asked }: Omit<DisinfectionFilter, 'serialNumbers'> & { serialNumberStr: string },
    { userId }: RequestContext,
  ): DisinfectionFilter => {
    assertTimeSpan(asked);
    return { ...asked, serialNumbers: listedRobots(fleet.fleetCache, serialNumberStr, userId) };
  };

  return {
    async preview({ plan }, { db, language }) {
      const { grid, planned, sections, estimate } = await planDisinfection(db, plan);
      return {
        grid,
        planned,
        estimate,
        sections: sections.map(({ id, name, cells }) => ({
          id,
          name: nameIn(name, language),
          squareMetres: squareMetresOf(cells),
        })),
      };
    },

    async start({ serialNumber, plan, replaces }, context) {
      const { db, userId, nickname, language, afterCommit } = context;
      await lockScheduleOf(db, serialNumber);
      await demand('disinfect', serialNumber, context, { replaces });
      const row = await addRun(
        { ...deps, db, afterCommit },
        { serialNumber, plan, startedBy: { userId, nickname, language } },
      );
      await record(db, {
        userId,
        act: 'disinfection.start',
        subject: serialNumber,
        after: {
          disinfectionId: row.id,
          mode: plan.mode,
          dose: plan.dose,
          squareMetres: squareMetresOf(row.plannedCells),
        },
      });
      return toDisinfectionDto(row, language);
    },

    async end({ serialNumber, disinfectionId }, context) {
      const run = await lockDisinfection(context.db, disinfectionId);
      if (!run) throw new ApiError('notFound', { field: 'disinfectionId' });
      if (run.serialNumber !== serialNumber) throw new ApiError('idsDisagree', { field: 'disinfectionId' });
      if (run.state !== 'inProgress') throw new ApiError('disinfectionOver', { field: 'disinfectionId' });
      return toDisinfectionDto(await endRun(context, run, 'ended', now()), context.language);
    },

    async current({ serialNumber }, { db, language }) {
      const row = await currentDisinfectionOf(db, serialNumber);
      return { run: row ? toDisinfectionDto(row, language) : null };
    },

    async list({ page, limit, after, ...asked }, context) {
      const offset = offsetOf({ page, limit });
      const { total, rows } = await disinfectionPage(context.db, filterOf(asked, context), { offset, limit, after });
      return { total, rows: rows.map((row) => toDisinfectionDto(row, context.language)) };
    },

    async count(asked, context) {
      const counts = await disinfectionCounts(context.db, filterOf(asked, context));
      return { ...counts, total: Object.values(counts).reduce((sum, each) => sum + each, 0) };
    },

    async export({ timeZone, ...asked }, context) {
      // Runs that start during the export are left out, so that none is missing or duplicated.
      const filter = filterOf({ ...asked, endTime: asked.endTime || now() + 1 }, context);
      await record(context.db, {
        userId: context.userId,
        act: 'disinfection.export',
        subject: 'disinfections',
        after: { ...asked, timeZone },
      });
      return {
        contentType: 'text/csv; charset=utf-8',
        fileName: `disinfections-${new Date(now()).toISOString().slice(0, 10)}.csv`,
        bytes: disinfectionCsv(context.db, filter, { language: context.language, timeZone }),
      };
    },

    async details({ disinfectionId }, { db, language }) {
      const row = await disinfectionById(db, disinfectionId);
      if (!row) throw new ApiError('notFound', { field: 'disinfectionId' });
      const track = await drivenWay(db, {
        serialNumber: row.serialNumber,
        from: row.startedAt.getTime(),
        until: row.endedAt?.getTime() ?? now(),
        demo: row.demo,
      });
      return { ...toDisinfectionDetailsDto(row, language), track };
    },
  };
}

/** Ends of disinfections, by their own call and by other commands. */
export function createDisinfectionEffects({ fleet, now }: Pick<AppDeps, 'fleet' | 'now'>) {
  const endRun = async (
    context: RequestContext,
    run: DisinfectionRow,
    why: DisinfectionReason,
    at: number,
  ): Promise<DisinfectionRow> => {
    const next = structuredClone(run);
    finish(next, 'person', at, { type: why, description: nameIn(context.nickname, context.language) });
    const row = await saveDisinfection(context.db, next);
    if (!row) throw new ApiError('serverError');
    context.afterCommit(() => fleet.disinfections.changed(row));
    await record(context.db, {
      userId: context.userId,
      act: 'disinfection.end',
      subject: row.serialNumber,
      after: { disinfectionId: row.id, state: row.state, reason: why },
    });
    return row;
  };
  return {
    endRun,
    /** Ends the robot's run because of another command. @returns whether there was one */
    async endDisinfectionFor(context: RequestContext, serialNumber: string, why: DisinfectionReason): Promise<boolean> {
      const run = await lockDisinfectionOf(context.db, serialNumber);
      if (!run) return false;
      await endRun(context, run, why, now());
      return true;
    },
  };
}
