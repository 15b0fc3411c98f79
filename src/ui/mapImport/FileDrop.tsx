/** The first step of an import: what can be chosen, and the button that chooses it. Files can also be dropped on it. */
import FileUp from 'lucide-react/icons/file-up';
import { useId } from 'react';
import { Button, buttonClass } from '../kit/Button.tsx';
import { Icon } from '../kit/Icon.tsx';

interface FileDropProps {
  /** Why the last choice can't be used. */
  readonly fault: string | null;
  readonly about: string;
  readonly hint: string;
  readonly choose: string;
  /** File types preselected in the system's file dialog. */
  readonly accept: string;
  readonly multiple?: boolean;
  /** Inside a form that has a main action already. */
  readonly quiet?: boolean;
  /** Why nothing can be chosen now; files dropped meanwhile are ignored. */
  readonly disabledReason?: string | undefined;
  readonly onFiles: (files: readonly File[]) => void;
}

export function FileDrop({
  fault,
  about,
  hint,
  choose,
  accept,
  multiple = false,
  quiet = false,
  disabledReason,
  onFiles,
}: FileDropProps) {
  const id = useId();
  return (
    <div
      className="flex flex-col items-start gap-3"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (disabledReason === undefined) onFiles([...event.dataTransfer.files]);
      }}
    >
      {fault !== null && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
      <p>{about}</p>
      <p className="field-hint">{hint}</p>
      {disabledReason === undefined ? (
        <>
          <label htmlFor={id} className={buttonClass(quiet ? 'secondary' : 'primary')}>
            <Icon of={FileUp} />
            {choose}
          </label>
          <input
            id={id}
            className="sr-only"
            type="file"
            multiple={multiple}
            accept={accept}
            onChange={(event) => {
              onFiles([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
        </>
      ) : (
        <Button variant={quiet ? 'secondary' : 'primary'} icon={FileUp} disabledReason={disabledReason}>
          {choose}
        </Button>
      )}
    </div>
  );
}
