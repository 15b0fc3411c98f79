/** The dialogs of the wall: a name for a layout, the list of keys, and the question before recordings end. */
import { useSelector } from '@xstate/react';
import { VIDEO_LAYOUT_NAME_MAX } from '../../../../contract/rules/limits.ts';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import {
  selectDialog,
  selectEnding,
  selectEndQuestion,
  selectIsSaving,
  selectQuestion,
  selectWall,
  type VideoWallRef,
} from '../../../machines/videoWall/videoWall.selectors.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { fullText } from '../../labels/fullText.ts';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Field } from '../../kit/Field.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { robotName } from '../../robots/robotName.ts';
import { Question } from '../../shell/Question.tsx';

export function WallDialogs({ screen }: { readonly screen: VideoWallRef }) {
  const dialog = useSelector(screen, selectDialog);
  return (
    <>
      {dialog === 'naming' && <LayoutName screen={screen} />}
      {dialog === 'help' && <Keys screen={screen} />}
      <Question question={useSelector(screen, selectQuestion)} />
      <EndQuestion screen={screen} />
    </>
  );
}

function EndQuestion({ screen }: { readonly screen: VideoWallRef }) {
  const t = useT();
  const question = useSelector(screen, selectEndQuestion);
  const ending = useSelector(screen, selectEnding);
  const robots = useSelector(useFleet(), selectRobots).filter(({ serialNumber }) => ending.includes(serialNumber));
  const names = robots.map(robotName).join(t('shared.listSeparator'));
  return (
    <Question
      question={question}
      cancelLabel={t('videoWall.recording.keep')}
      note={t('videoWall.recording.robots', { names })}
    />
  );
}

function LayoutName({ screen }: { readonly screen: VideoWallRef }) {
  const t = useT();
  const { name, isShared, saveFailure } = useSelector(screen, selectWall);
  const saving = useSelector(screen, selectIsSaving);
  const taken = saveFailure?.code === ERRORS.videoLayoutNameTaken;
  const text = saveFailure ? t.failure(saveFailure) : undefined;
  return (
    <FormDialog
      title={t('videoWall.layout.save')}
      description={t('videoWall.layout.saveText')}
      submitLabel={t('shared.save')}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      busy={saving}
      refusal={taken ? undefined : text}
      disabledReason={name.trim() === '' ? t('shared.enterAName') : undefined}
      onSubmit={() => screen.send({ type: 'layout.submit' })}
      onCancel={() => screen.send({ type: 'dialog.close' })}
    >
      <Field label={t('shared.name')} hint={fullText(t, name, VIDEO_LAYOUT_NAME_MAX)} error={taken ? text : undefined}>
        <TextInput
          value={name}
          maxLength={VIDEO_LAYOUT_NAME_MAX}
          onChange={(value) => screen.send({ type: 'layout.name', name: value })}
        />
      </Field>
      <Checkbox
        label={t('videoWall.layout.share')}
        checked={isShared}
        onChange={(value) => screen.send({ type: 'layout.share', isShared: value })}
      />
    </FormDialog>
  );
}

const KEYS = [
  ['1–9', 'videoWall.keys.digit'],
  ['← ↑ → ↓', 'videoWall.keys.arrows'],
  ['Shift ← ↑ → ↓', 'videoWall.keys.move'],
  ['Enter', 'videoWall.keys.enter'],
  ['L', 'videoWall.keys.live'],
  ['S', 'videoWall.keys.sound'],
  ['P', 'shared.takeAPhoto'],
  ['R', 'videoWall.keys.record'],
  ['F', 'shared.fillWindow'],
  ['Delete', 'videoWall.keys.remove'],
  ['Ctrl Z', 'videoWall.keys.undo'],
  ['Esc', 'videoWall.keys.escape'],
  ['?', 'videoWall.keys.help'],
] as const;

function Keys({ screen }: { readonly screen: VideoWallRef }) {
  const t = useT();
  return (
    <Dialog
      open
      title={t('videoWall.keys.title')}
      closeLabel={t('common.close')}
      onClose={() => screen.send({ type: 'dialog.close' })}
    >
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 text-13">
        {KEYS.map(([key, text]) => (
          <div key={key} className="contents">
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd className="text-text-2">{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
