/** Wires the alarm rules of the current robot to the API. */
import { fromPromise } from 'xstate';
import { alarmRules } from '../../../contract/endpoints/alarmRules.ts';
import type { AlarmEvent } from '../../../contract/rules/alarms.ts';
import type { AlarmRule } from '../../../contract/rules/alarmContacts.ts';
import {
  alarmRulesMachine,
  type ComparedRules,
  type CopyRequest,
  type LoadedRules,
  type RobotRules,
  type TriedStates,
  type TryResult,
} from '../../machines/alarmRules/alarmRules.machine.ts';
import { type AlarmRulesFields, alarmRulesFormMachine } from '../../machines/alarmRules/alarmRulesForm.machine.ts';
import { failureOf } from '../../machines/failure.ts';
import { createClient } from '../../services/api.ts';
import { formDraftsIn } from '../../services/formDrafts.ts';
import type { Services } from '../services.ts';
import { currentRobot } from './fleetSite.ts';

/** What was edited of one robot, with the revision that it began with. */
interface KeptRules {
  build: string;
  serialNumber: string;
  revision: number;
  rules: readonly AlarmRule[];
}

export function wireAlarmRules({ transport, world: { storage, build } }: Services) {
  const api = createClient(alarmRules, transport);
  const drafts = formDraftsIn(storage);
  const userId = (): string => storage.credentials()?.userId ?? '';
  const keep = (kept: Omit<KeptRules, 'build'> | null): void =>
    drafts.keep(userId(), 'alarmRules', kept && ({ ...kept, build } satisfies KeptRules), Date.now());
  const recall = (serialNumber: string, revision: number): readonly AlarmRule[] | null => {
    const found = drafts.of(userId(), 'alarmRules', Date.now()) as Partial<KeptRules> | null;
    return found?.build === build && found.serialNumber === serialNumber && found.revision === revision
      ? (found.rules ?? null)
      : null;
  };

  const load = async (serialNumber: string, signal: AbortSignal): Promise<LoadedRules> => {
    const [{ revision, notifies, rules }, roles, { timeZone, rows }] = await Promise.all([
      api.rules({ serialNumber }, { signal }),
      api.roles({ serialNumber }, { signal }),
      api.contacts({ serialNumber }, { signal }),
    ]);
    return {
      serialNumber,
      revision,
      notifies,
      rules,
      roles,
      contacts: rows.map(({ id, contactName, email, roleIds, hours, quietDays }) => ({
        id,
        name: contactName,
        hasEmail: email !== '',
        roleIds,
        hours,
        quietDays,
      })),
      timeZone,
      draft: recall(serialNumber, revision),
    };
  };
  const savedRules = async (serialNumber: string, signal: AbortSignal): Promise<RobotRules> => {
    const { revision, rules } = await api.rules({ serialNumber }, { signal });
    return { serialNumber, revision, rules };
  };
  /** The copied rules are read too: somebody else can have saved them since the page was loaded. */
  const compare = async (
    { serialNumber, targets }: Omit<CopyRequest, 'revisions'>,
    signal: AbortSignal,
  ): Promise<ComparedRules> => {
    const [source, all] = await Promise.all([
      savedRules(serialNumber, signal),
      Promise.allSettled(targets.map((target) => savedRules(target, signal))),
    ]);
    return {
      source,
      targets: all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
      failed: all.flatMap((one, index) =>
        one.status === 'rejected' ? [{ serialNumber: targets[index] ?? '', failure: failureOf(one.reason) }] : [],
      ),
    };
  };
  const save = async ({ serialNumber, revision, rules }: AlarmRulesFields, signal: AbortSignal): Promise<null> => {
    await api.saveRules(
      {
        serialNumber,
        revision,
        rules: rules.map((rule) => ({
          ...rule,
          ways: [...rule.ways],
          firstRoles: [...rule.firstRoles],
          secondRoles: [...rule.secondRoles],
        })),
      },
      { signal },
    );
    return null;
  };

  return alarmRulesMachine.provide({
    actors: {
      loadRules: fromPromise<LoadedRules>(async ({ signal, system }) =>
        load(await currentRobot(system, signal), signal),
      ),
      tryRule: fromPromise<TryResult, { serialNumber: string; event: AlarmEvent }>(async ({ input }) => ({
        ...input,
        ...(await api.tryRule(input)),
      })),
      readTried: fromPromise<TriedStates, { serialNumber: string; tryId: string }>(({ input, signal }) =>
        api.tried(input, { signal }),
      ),
      compareRules: fromPromise<ComparedRules, Omit<CopyRequest, 'revisions'>>(({ input, signal }) =>
        compare(input, signal),
      ),
      copyRules: fromPromise<{ copied: number }, CopyRequest>(({ input: { serialNumber, targets, revisions } }) =>
        api.copyRules({ serialNumber, serialNumberStr: targets.join(','), revisions }),
      ),
      form: alarmRulesFormMachine.provide({
        actions: {
          keepDraft: (_, { saved, draft }) =>
            keep(draft && { serialNumber: saved.serialNumber, revision: saved.revision, rules: draft.rules }),
        },
        actors: {
          save: fromPromise<null, { fields: AlarmRulesFields }>(({ input, signal }) => save(input.fields, signal)),
        },
      }),
    },
  });
}
