/** Copy as test: the way of one machine as the text of a test, from its start or from a state some steps before; to copy or to save. */
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { AnyStateMachine } from 'xstate';
import { loadMachines } from '../../../machines/all.ts';
import { actorName, type OpenedCapsule } from '../../../machines/capsule/opened.ts';
import { testOf, type TestRefusal, type WrittenTest } from '../../../machines/capsule/testText.ts';
import { useT } from '../../hooks/useT.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Field } from '../../kit/Field.tsx';
import { Select } from '../../kit/Select.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { copyText, saveText } from '../../kit/takeText.ts';
import { TextInput } from '../../kit/TextInput.tsx';
import '../../styles/inspectorFork.css';

export interface CopyTestDialogProps {
  readonly capsule: OpenedCapsule;
  /** Where the test ends. */
  readonly step: number;
  readonly actor: number;
  readonly onClose: () => void;
}
type Begin = 'start' | 'back';

const REFUSAL = {
  noMachine: 'inspectorStage.copy.refusal.noMachine',
  noStart: 'inspectorStage.copy.refusal.noStart',
  inputWithheld: 'inspectorStage.copy.refusal.inputWithheld',
  notThen: 'inspectorStage.copy.refusal.notThen',
  tooLong: 'inspectorStage.copy.refusal.tooLong',
  notStandable: 'inspectorStage.copy.refusal.notStandable',
} as const satisfies Record<TestRefusal['refusal'], string>;
const BACK = '20';

export function CopyTestDialog({ capsule, step, actor, onClose }: CopyTestDialogProps) {
  const t = useT();
  const [begin, setBegin] = useState<Begin>('start');
  const [back, setBack] = useState(BACK);
  const machines = useLoaded();
  const from = begin === 'start' ? 'start' : Math.max(-1, step - Math.max(1, Math.round(Number(back)) || 1));
  const written = useMemo(
    () => (typeof machines === 'object' ? testOf({ capsule, actor, from, to: step, machines }) : null),
    [capsule, actor, from, step, machines],
  );
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      closeLabel={t('inspectorStage.copy.close')}
      title={`${t('inspectorStage.copy.title')} · ${actorName(capsule.recording, actor)}`}
      description={t('inspectorStage.copy.about')}
    >
      <div className="copy-test">
        <Field label={t('inspectorStage.copy.from')}>
          <Select<Begin>
            value={begin}
            onChange={setBegin}
            options={[
              { value: 'start', label: t('inspectorStage.copy.fromStart') },
              { value: 'back', label: t('inspectorStage.copy.fromBack') },
            ]}
          />
        </Field>
        {begin === 'back' && (
          <Field label={t('inspectorStage.copy.back')}>
            <TextInput value={back} onChange={setBack} inputMode="numeric" />
          </Field>
        )}
        {machines === 'absent' && <StatePanel state="failed" title={t('inspectorStage.copy.absent')} />}
        {machines === 'coming' && <StatePanel state="loading" title={t('inspectorStage.copy.coming')} />}
        {written &&
          ('refusal' in written ? (
            <Banner tone="warn" title={t(REFUSAL[written.refusal], { said: written.said })} />
          ) : (
            <Written key={written.text} written={written} />
          ))}
      </div>
    </Dialog>
  );
}

function Written({ written: { text, fileName, events, divergence, unsure } }: { readonly written: WrittenTest }) {
  const t = useT();
  const shown = useRef<HTMLPreElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <>
      {divergence && <Banner tone="warn" title={t('inspectorStage.copy.diverges', { ...divergence })} />}
      <p>
        {t('inspectorStage.copy.events', { count: events })}
        {unsure.length > 0 && <span> {t('inspectorStage.copy.unsure', { fields: unsure.join(', ') })}</span>}
      </p>
      {/* Scrolls, so the keyboard must reach it. */}
      <pre ref={shown} tabIndex={0} role="region" aria-label={t('inspectorStage.copy.text')} translate="no">
        {text}
      </pre>
      <div className="fork-acts">
        <Button
          variant="pri"
          icon={copied === true ? Check : Copy}
          onClick={() => void copyText(text, shown.current).then(setCopied)}
        >
          {t(copied === true ? 'inspectorStage.copy.copied' : 'inspectorStage.copy.copy')}
        </Button>
        <Button icon={Download} onClick={() => saveText(text, fileName)}>
          {t('inspectorStage.copy.save', { name: fileName })}
        </Button>
      </div>
      <p role="status">{copied === false && t('inspectorStage.copy.notCopied')}</p>
    </>
  );
}

/** The machines of today, with which a test is tried. */
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
