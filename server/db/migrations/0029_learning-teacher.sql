ALTER TABLE "learning_records" ADD COLUMN "teacher_kind" text;--> statement-breakpoint
ALTER TABLE "learning_records" ADD COLUMN "teacher_name" text DEFAULT '' NOT NULL;