/**
 * Copy as test: generates a test from one machine's transitions, from its start or from a state some steps earlier; to
 * copy or save.
 */
import { useSelector } from '@xstate/react';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { AnyStateMachine } from 'xstate';
import { loadMachines } from '../../../machines/all.ts';
import { actorName, type OpenedRecording } from '../../../machines/recording/opened.ts';
import { testOf, type TestRefusal, type WrittenTest } from '../../../machines/recording/testText.ts';
import type { TestBegins } from '../../../machines/inspector/copyTest.machine.ts';
import {
  type CopyTestRef,
  selectCopied,
  selectCopyTest,
  selectTestFrom,
} from '../../../machines/inspector/copyTest.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Field } from '../../kit/Field.tsx';
import { Select } from '../../kit/Select.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { copyText, saveText } from '../../kit/exportText.ts';
import { TextInput } from '../../kit/TextInput.tsx';

export interface CopyTestDialogProps {
  readonly copyTest: CopyTestRef;
  readonly capsule: OpenedRecording;
  /** Last step of the test. */
  readonly step: number;
  readonly actor: number;
  readonly onClose: () => void;
}

const REFUSAL = {
  noMachine: 'inspectorStage.copy.refusal.noMachine',
  noStart: 'inspectorStage.copy.refusal.noStart',
  inputWithheld: 'inspectorStage.copy.refusal.inputWithheld',
  notThen: 'inspectorStage.copy.refusal.notThen',
  tooLong: 'inspectorStage.copy.refusal.tooLong',
  notStandable: 'inspectorStage.copy.refusal.notStandable',
} as const satisfies Record<TestRefusal['refusal'], string>;

export function CopyTestDialog({ copyTest, capsule, step, actor, onClose }: CopyTestDialogProps) {
  const t = useT();
  const { begins, back } = useSelector(copyTest, selectCopyTest);
  const from = useSelector(copyTest, selectTestFrom(step));
  const machines = useLoaded();
  const written = useMemo(
    () => (typeof machines === 'object' ? testOf({ capsule, actor, from, to: step, machines }) : null),
    [capsule, actor, from, step, machines],
  );
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      closeLabel={t('common.close')}
      title={`${t('inspectorStage.copy.title')} · ${actorName(capsule.recording, actor)}`}
      description={t('inspectorStage.copy.about')}
    >
      <div className="grid gap-3">
        <Field label={t('inspectorStage.copy.from')}>
          <Select<TestBegins>
            value={begins}
            onChange={(chosen) => copyTest.send({ type: 'begin.choose', begins: chosen })}
            options={[
              { value: 'start', label: t('inspectorStage.copy.fromStart') },
              { value: 'back', label: t('inspectorStage.copy.fromBack') },
            ]}
          />
        </Field>
        {begins === 'back' && (
          <Field label={t('inspectorStage.copy.back')}>
            <TextInput
              value={back}
              onChange={(value) => copyTest.send({ type: 'back.change', value })}
              inputMode="numeric"
            />
          </Field>
        )}
        {machines === 'absent' && <StatePanel state="failed" title={t('inspectorStage.copy.absent')} />}
        {machines === 'coming' && <StatePanel state="loading" title={t('inspectorStage.copy.coming')} />}
        {written &&
          ('refusal' in written ? (
            <Banner tone="warn" title={t(REFUSAL[written.refusal], { said: written.said })} />
          ) : (
            <Written written={written} copyTest={copyTest} step={step} />
          ))}
      </div>
    </Dialog>
  );
}

interface WrittenProps {
  readonly written: WrittenTest;
  readonly copyTest: CopyTestRef;
  readonly step: number;
}

function Written({ written: { text, fileName, events, divergence, unsure }, copyTest, step }: WrittenProps) {
  const t = useT();
  const shown = useRef<HTMLPreElement>(null);
  const copied = useSelector(copyTest, selectCopied(step));
  const copy = async (): Promise<void> =>
    copyTest.send({ type: (await copyText(text, shown.current)) ? 'text.copied' : 'text.refused', step });
  return (
    <>
      {divergence && <Banner tone="warn" title={t('inspectorStage.copy.diverges', { ...divergence })} />}
      <p>
        {t('inspectorStage.copy.events', { count: events })}
        {unsure.length > 0 && <span> {t('inspectorStage.copy.unsure', { fields: unsure.join(', ') })}</span>}
      </p>
      {/* Focusable because it scrolls: keyboard users must reach it. */}
      <pre
        ref={shown}
        className="max-h-[46vh] overflow-auto rounded bg-surface-2 p-3 text-[12px] whitespace-pre"
        tabIndex={0}
        role="region"
        aria-label={t('inspectorStage.copy.text')}
        translate="no"
      >
        {text}
      </pre>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" icon={copied === 'copied' ? Check : Copy} onClick={() => void copy()}>
          {t(copied === 'copied' ? 'inspectorStage.copy.copied' : 'common.copy')}
        </Button>
        <Button icon={Download} onClick={() => saveText(text, fileName)}>
          {t('inspectorStage.copy.save', { name: fileName })}
        </Button>
      </div>
      <p className="empty:hidden" role="status">
        {copied === 'refused' && t('inspectorStage.copy.notCopied')}
      </p>
    </>
  );
}

/** The current machines, against which the test is tried. */
function useLoaded(): Readonly<Record<string, AnyStateMachine>> | 'coming' | 'absent' {
  const [machines, setMachines] = useState<Readonly<Record<string, AnyStateMachine>> | 'coming' | 'absent'>('coming');
  useEffect(() => {
    let gone = false;
    const take = (found: typeof machines): void => {
      if (!gone) setMachines(found);
    };
    loadMachines().then(take, () => take('absent'));
    return () => {
      gone = true;
    };
  }, []);
  return machines;
}
