/* SPDX-FileCopyrightText: 2026 The ttgt authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Keys of TAPP_attr_set(), TAPP_attr_get() and TAPP_attr_clear() in ttgt's implementation of TAPP.
 * They belong to executors and to handles. A product is executed as its executor says; where that
 * names no device, or is 0, as the handle says that the product was made with; where neither does,
 * on the CPU context of the calling thread. After TAPP_attr_set() of a device that there is not, or
 * of a stream of another device, nothing has changed: the error is 110. */
#ifndef TTGT_TAPP_ATTRIBUTES_H
#define TTGT_TAPP_ATTRIBUTES_H

/* The device on which products are executed, and in whose memory all tensors lie: a const char* to
 * "cpu" or "cuda:N", which is copied. Scalars lie in host memory. TAPP_attr_get() gives null where
 * none was set, else a text that is valid until the attribute changes. */
#define TTGT_TAPP_DEVICE 1

/* The cudaStream_t on which executions are enqueued: they return before they are complete. Null, as
 * it is at first: CUDA's legacy default stream. The stream must live until it is cleared. */
#define TTGT_TAPP_STREAM 2

#endif
