/** Error of the last save: refused with a reason, or no response. */
import { useSelector } from '@xstate/react';
import { selectIsSaving } from '../../../machines/factories/draftEditor.selectors.ts';
import { type RouteEditorRef, selectRoute } from '../../../machines/cruiseRoutes/cruiseRoutes.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';

export function SaveNote({ editor }: { readonly editor: RouteEditorRef }) {
  const t = useT();
  const { failure, unanswered } = useSelector(editor, selectRoute);
  const saving = useSelector(editor, selectIsSaving);
  if (!failure) return null;
  if (!unanswered) return <Banner tone="warn" title={t('cruiseRoutes.refused')} text={t.failure(failure)} />;
  return (
    <Banner
      tone="warn"
      title={t('cruiseRoutes.unanswered.title')}
      text={`${t.failure(failure)} ${t('cruiseRoutes.unanswered.text')}`}
    >
      <Button size="s" busy={saving} onClick={() => editor.send({ type: 'route.save' })}>
        {t('cruiseRoutes.unanswered.again')}
      </Button>
    </Banner>
  );
}
