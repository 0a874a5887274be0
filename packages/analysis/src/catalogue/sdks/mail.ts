import type { Sdk } from "../schema.js";
import { readIn, unverified } from "../source.js";

/** Mail services, none of which honours a key except Resend (a file of its own). */
export const mail: Sdk = {
  id: "mail",
  packages: ["nodemailer", "@sendgrid/mail", "postmark", "mailgun.js", "@getbrevo/brevo", "@mailchimp/mailchimp_transactional"],
  checked: { nodemailer: "10.6.1", "@sendgrid/mail": "8.1.6", postmark: "5.1.0", "mailgun.js": "14.0.1", "@types/nodemailer": "8.0.2", "@getbrevo/brevo": "6.0.3" },
  same: { "MailService#": "default", "Mail#": "Transporter#" },
  rows: [
    { kind: "returns", at: ["createTransport", "default.createTransport"], type: "Transporter#", source: readIn("@types/nodemailer@8.0.2")("lib/mailer/index.d.ts:194") },
    { kind: "effect", at: "Transporter#.sendMail", verb: "send", destructive: true, source: readIn("@types/nodemailer@8.0.2")("lib/mailer/index.d.ts:194"), note: "A `messageId` is not a key: the same id is delivered twice." },
    { kind: "effect", at: ["default.send", "default.sendMultiple"], verb: "send", destructive: true, source: readIn("@sendgrid/mail@8.1.6")("src/mail.d.ts:35") },
    { kind: "effect", at: ["ServerClient#.sendEmail", "ServerClient#.sendEmailBatch", "ServerClient#.sendEmailWithTemplate", "ServerClient#.sendEmailBatchWithTemplates"], verb: "send", destructive: true, source: readIn("postmark@5.1.0")("dist/client/ServerClient.d.ts:21") },
    { kind: "returns", at: "default#.client", type: "MailgunClient#", source: unverified("mailgun.js@14.0.1") },
    { kind: "effect", at: "MailgunClient#.messages.create", verb: "send", destructive: true, source: unverified("mailgun.js@14.0.1") },
    { kind: "effect", at: "BrevoClient#.transactionalEmails.sendTransacEmail", verb: "send", destructive: true, source: unverified("@getbrevo/brevo@6.0.3") },
  ],
};
