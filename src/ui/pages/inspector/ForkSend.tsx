/**
 * Form to send an event: a live actor, one of the events its state handles or any other, and the event's fields as
 * JSON.
 */
import { useSelector } from '@xstate/react';
import Send from 'lucide-react/icons/send';
import { useEffect, useState } from 'react';
import type { AnyStateMachine } from 'xstate';
import { loadMachines } from '../../../machines/all.ts';
import { actorName, type OpenedRecording } from '../../../machines/recording/opened.ts';
import { treeAt, valuePaths } from '../../../machines/recording/replay.ts';
import { eventsIn } from '../../../machines/recording/transitions.ts';
import { type ForkFault, readEvent } from '../../../machines/inspector/fork.machine.ts';
import type { ForkRef } from '../../../machines/inspector/inspector.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Field } from '../../kit/Field.tsx';
import { Select } from '../../kit/Select.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { useFocusFault } from '../../kit/useFocusFault.ts';

export const FAULT = {
  notJson: 'inspectorStage.fork.fault.notJson',
  notObject: 'inspectorStage.fork.fault.notObject',
  noType: 'inspectorStage.fork.fault.noType',
  notHeard: 'inspectorStage.fork.fault.notHeard',
  notTime: 'inspectorStage.fork.fault.notTime',
} as const satisfies Record<ForkFault, string>;

/** A form of the fork, as a card. */
export const FORM = 'flex flex-col gap-2.5 rounded-lg border border-line bg-surface p-3';
/** Placeholder for the event's fields. */
const EXAMPLE = '{"field": 1}';
/** Value of the option "another event": no machine has an event with an empty name. */
const OTHER = '';

export function ForkSend({ fork, forked }: { readonly fork: ForkRef; readonly forked: OpenedRecording }) {
  const t = useT();
  const { actor, type, payload, fault, broken } = useSelector(fork, ({ context }) => context);
  const machines = useMachines();
  const { recording, root } = forked;
  const moment = forked.replay.momentAt(recording.steps.length - 1);
  const living = treeAt(moment, recording.actors, root).filter(
    ({ number }) => recording.actors[number]?.machine !== undefined && moment.states[number]?.status === 'active',
  );
  const chosen = living.some(({ number }) => number === actor) ? (actor as number) : root;
  const machine = machines?.[recording.actors[chosen]?.machine ?? ''];
  const value = moment.states[chosen]?.value ?? {};
  const events = machine ? eventsIn(machine, value) : [];
  const isListed = events.includes(type);
  const typed = readEvent({ type: type || 'x', payload });
  const wrong = fault ?? (typeof typed === 'string' ? typed : null);
  const focus = useFocusFault(() => fork.send({ type: 'event.send', actor: chosen }));
  return (
    <form className={FORM} noValidate {...focus}>
      <Field label={t('inspectorStage.fork.actor')} hint={valuePaths(value).join(', ')}>
        <Select
          value={String(chosen)}
          options={living.map(({ number, depth }) => ({
            value: String(number),
            label: `${'\u2003'.repeat(depth)}${actorName(recording, number)}`,
          }))}
          onChange={(number) => fork.send({ type: 'actor.choose', actor: Number(number) })}
        />
      </Field>
      <Field label={t('inspectorStage.fork.event')}>
        <Select
          value={isListed ? type : OTHER}
          options={[
            { value: OTHER, label: t('inspectorStage.fork.another') },
            ...events.map((each) => ({ value: each, label: each })),
          ]}
          onChange={(each) => fork.send({ type: 'type.change', value: each })}
        />
      </Field>
      {!isListed && (
        <Field label={t('inspectorStage.fork.type')} error={wrong === 'noType' ? t(FAULT.noType) : undefined}>
          <TextInput
            value={type}
            onChange={(each) => fork.send({ type: 'type.change', value: each })}
            spellCheck={false}
          />
        </Field>
      )}
      <Field
        label={t('inspectorStage.fork.payload')}
        error={
          wrong !== null && wrong !== 'noType' && wrong !== 'notTime'
            ? t(FAULT[wrong], { example: EXAMPLE })
            : undefined
        }
      >
        <TextArea
          className="[&_textarea]:font-mono"
          value={payload}
          onChange={(each) => fork.send({ type: 'payload.change', value: each })}
          rows={4}
          spellCheck={false}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        icon={Send}
        disabledReason={broken === null ? undefined : t('inspectorStage.fork.broken', { said: broken })}
      >
        {t('shared.send')}
      </Button>
    </form>
  );
}

/** The current machines, for the list of events they handle; null until loaded. */
function useMachines(): Readonly<Record<string, AnyStateMachine>> | null {
  const [machines, setMachines] = useState<Readonly<Record<string, AnyStateMachine>> | null>(null);
  useEffect(() => {
    let gone = false;
    loadMachines().then(
      (found) => {
        if (!gone) setMachines(found);
      },
      () => {},
    );
    return () => {
      gone = true;
    };
  }, []);
  return machines;
}
