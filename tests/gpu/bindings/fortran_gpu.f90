! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0

!> Module ttgt on a GPU: arrays of a device by their addresses, arrays of the host that are copied.
!> Ends with 77 where there is no device.
module fortran_gpu_tests
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: int64, real64
    use :: ttgt
    use :: fortran_expect, only: expect
    implicit none
    private
    public :: check_addresses, check_copies

    integer(c_int), parameter :: to_device = 1, to_host = 2

    interface
        integer(c_int) function cuda_malloc(data, bytes) bind(c, name='cudaMalloc')
            import :: c_int, c_ptr, c_size_t
            type(c_ptr), intent(out) :: data
            integer(c_size_t), value :: bytes
        end function

        integer(c_int) function cuda_free(data) bind(c, name='cudaFree')
            import :: c_int, c_ptr
            type(c_ptr), value :: data
        end function

        integer(c_int) function cuda_copy(to, from, bytes, kind) bind(c, name='cudaMemcpy')
            import :: c_int, c_ptr, c_size_t
            type(c_ptr), value :: to, from
            integer(c_size_t), value :: bytes
            integer(c_int), value :: kind
        end function

        integer(c_int) function cuda_synchronize() bind(c, name='cudaDeviceSynchronize')
            import :: c_int
        end function
    end interface

contains

    !> D(i,j) += 2 * L(i,k) * R(k,j), its D every other column of a larger array.
    subroutine check_addresses(context)
        type(ttgt_context), intent(in) :: context
        complex(real64), target :: l(30, 20), r(20, 40), d(30, 80), expected(30, 80)
        type(c_ptr) :: on_device(3)
        integer :: k, stat
        character(len=200) :: text

        l = reshape([(cmplx(k, 1, real64), k=1, 600)], [30, 20])
        r = reshape([(cmplx(-k, 2, real64), k=1, 800)], [20, 40])
        d = 3
        expected = d
        expected(:, 1::2) = d(:, 1::2) + 2 * matmul(l, r)
        on_device = [moved(c_loc(l), 600), moved(c_loc(r), 800), moved(c_loc(d), 2400)]

        call ttgt_contract_at('D(i,j)+=L(i,k)*R(k,j)', &
            ttgt_array_at(on_device(3), ttgt_complex128, [30_int64, 40_int64], [1_int64, 60_int64]), &
            ttgt_array_at(on_device(1), ttgt_complex128, [30_int64, 20_int64]), &
            ttgt_array_at(on_device(2), ttgt_complex128, [20_int64, 40_int64]), &
            alpha=2, stat=stat, errmsg=text, context=context)
        call expect(stat == ttgt_success, text)
        call expect(cuda_synchronize() == 0, 'the device ended its work')
        call expect(cuda_copy(c_loc(d), on_device(3), 2400 * 16_c_size_t, to_host) == 0, 'D is back')
        call expect(all(d == expected), 'arrays of the device')
        do k = 1, 3
            call expect(cuda_free(on_device(k)) == 0, 'device memory is freed')
        end do
    end subroutine

    type(c_ptr) function moved(data, count)
        type(c_ptr), intent(in) :: data
        integer, intent(in) :: count
        integer(c_size_t) :: bytes

        bytes = 16_c_size_t * int(count, c_size_t)
        call expect(cuda_malloc(moved, bytes) == 0, 'device memory')
        call expect(cuda_copy(moved, data, bytes, to_device) == 0, 'a copy to the device')
    end function

    subroutine check_copies(context)
        type(ttgt_context), intent(in) :: context
        real(real64) :: l(6, 5), r(5, 7), d(6, 7)
        integer :: stat
        character(len=200) :: text

        l = 2
        r = 3
        d = 1
        call ttgt_contract('D(i,j)+=L(i,k)*R(k,j)', d, l, r, stat=stat, errmsg=text, &
            context=context, copy_host=.true.)
        call expect(stat == ttgt_success, text)
        call expect(all(d == 31), 'arrays of the host')
    end subroutine
end module

program fortran_gpu
    use :: ttgt, only: ttgt_context, ttgt_context_create, ttgt_success
    use :: fortran_expect, only: failures
    use :: fortran_gpu_tests
    implicit none
    type(ttgt_context) :: context
    integer :: stat
    character(len=200) :: text

    call ttgt_context_create(context, stat, text, device='cuda:0')
    if (stat /= ttgt_success) then
        print '(2a)', 'skipped: ', trim(text)
        stop 77
    end if
    call check_addresses(context)
    call check_copies(context)
    if (failures > 0) stop 1
end program
